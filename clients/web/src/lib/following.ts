/** A stream of records, a game's or a tournament's, opened again behind the last one whenever it breaks or falls silent. */
import { Code, ConnectError } from "@connectrpc/connect";
import { told, type Told } from "./api";
import { info } from "./server.svelte";

const FIRST_WAIT = 300;
const LONGEST_WAIT = 5_000;
/** Without an answer from the server about its heartbeat: how long a stream may be silent, in seconds. */
const PATIENCE = 45;

export type Line = "connecting" | "live" | "lost" | "ended";

/** Whatever has records that can be followed. */
export interface Followed<Item> {
  line: Line;
  refused: Told | undefined;
  /** Its stream behind the record `after`. */
  stream(after: number, signal: AbortSignal): AsyncIterable<Item>;
  heard(item: Item): void;
  refresh(): unknown;
}

/** Until the last record, or `stopped`. Errors that another try cannot mend end it too. */
export async function follow<Item extends { version: number }>(followed: Followed<Item>, after: number, stopped: AbortSignal): Promise<void> {
  let seen = after;
  for (let wait = FIRST_WAIT; !stopped.aborted; wait = Math.min(2 * wait, LONGEST_WAIT)) {
    try {
      for await (const item of patiently(followed, seen, stopped)) {
        followed.heard(item);
        seen = item.version;
        followed.line = "live";
        wait = FIRST_WAIT;
      }
      followed.line = "ended";
      return;
    } catch (thrown) {
      if (stopped.aborted) return;
      followed.line = "lost";
      if (isFinal(thrown)) {
        followed.refused = told(thrown);
        return;
      }
    }
    await pause(wait, stopped);
    void followed.refresh();
  }
}

/** The items; one that is awaited for longer than three heartbeats is given up. */
async function* patiently<Item>(followed: Followed<Item>, after: number, stopped: AbortSignal) {
  const silent = new AbortController();
  const patience = 3_000 * (info.limits?.heartbeatSeconds || PATIENCE / 3);
  let alarm = setTimeout(() => silent.abort(), patience);
  try {
    const signal = AbortSignal.any([stopped, silent.signal]);
    for await (const item of followed.stream(after, signal)) {
      clearTimeout(alarm);
      alarm = setTimeout(() => silent.abort(), patience);
      yield item;
    }
  } finally {
    clearTimeout(alarm);
  }
}

function isFinal(thrown: unknown): boolean {
  const { code } = ConnectError.from(thrown);
  return [Code.NotFound, Code.OutOfRange, Code.FailedPrecondition, Code.InvalidArgument].includes(code);
}

/** So many milliseconds, or until the machine is back on its network or the page is looked at again. */
function pause(milliseconds: number, stopped: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const over = new AbortController();
    const end = () => {
      over.abort();
      clearTimeout(timer);
      done();
    };
    const timer = setTimeout(end, milliseconds);
    stopped.addEventListener("abort", end, { signal: over.signal });
    addEventListener("online", end, { signal: over.signal });
    document.addEventListener("visibilitychange", end, { signal: over.signal });
  });
}
