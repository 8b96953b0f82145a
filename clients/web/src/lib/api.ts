/** The service as the page reaches it: Connect on the origin that the page came from. */
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-web";
import { GameService } from "../gen/summitbook/v1/game_service_pb";
import { ReplayService } from "../gen/summitbook/v1/replay_service_pb";
import { errorInfo } from "./error_info";
import { toHex } from "./hex";

export const transport = createConnectTransport({ baseUrl: location.origin, useBinaryFormat: true });
export const games = createClient(GameService, transport);
export const replays = createClient(ReplayService, transport);

/** Options of a call that speaks for a token's holder; without one, for nobody in particular. */
export function as(token: string | undefined, signal?: AbortSignal) {
  return { headers: token ? { authorization: `Bearer ${token}` } : undefined, signal };
}

/** Why a call failed: the stable code of docs/api.md, and a text for a person. */
export interface Told {
  code: string;
  text: string;
  metadata: Record<string, string>;
}

export function told(thrown: unknown): Told {
  const error = ConnectError.from(thrown);
  const info = errorInfo(error);
  return { code: info?.reason ?? Code[error.code], text: plain(error), metadata: info?.metadata ?? {} };
}

function plain(error: ConnectError): string {
  if (error.code === Code.Unavailable || error.code === Code.Unknown) return "The service cannot be reached just now.";
  return sentence(error.rawMessage || "the service gave no reason");
}

/** A reason as the service words it, made a sentence of its own. */
export const sentence = (reason: string): string => `${reason.charAt(0).toUpperCase()}${reason.slice(1)}${/[.!?]$/.test(reason) ? "" : "."}`;

/** Whether the same call, sent again, may be answered: nobody knows whether it was done. */
export function mayBeDone(thrown: unknown): boolean {
  const { code } = ConnectError.from(thrown);
  return code === Code.Unavailable || code === Code.Unknown || code === Code.DeadlineExceeded;
}

export const secret = (bytes = 32): Uint8Array => crypto.getRandomValues(new Uint8Array(bytes));

/** A random UUID. Not by `crypto.randomUUID`, which is missing on a page that came by plain http. */
export function newId(): string {
  const bytes = secret(16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return toHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

const TRIES = 4;

/** A call that changes something: sent again, with the same command id, while nobody knows whether it was done. */
export async function surely<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await call();
    } catch (thrown) {
      if (tries === TRIES || !mayBeDone(thrown)) throw thrown;
      await new Promise((done) => setTimeout(done, 250 * 2 ** tries));
    }
  }
}
