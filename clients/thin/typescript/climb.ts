/** A whole client in TypeScript: it plays all seats of any game of the service, without a rule of any game. See ../README.md. */
import { createHash, randomBytes, randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { GameStatus } from "./gen/summitbook/v1/game_pb.js";
import { GameService } from "./gen/summitbook/v1/game_service_pb.js";
import type { GetGameResponse, TakeSeatResponse } from "./gen/summitbook/v1/game_service_pb.js";
import type { LegalAction } from "./gen/summitbook/v1/games_pb.js";
import type { Event, Record } from "./gen/summitbook/v1/record_pb.js";

const TRIES = 20;

type Seat = TakeSeatResponse;
type Choice = { seat: Seat; action: LegalAction };

/** The last record somebody has seen: its number, and its hash in hex. */
type Head = { n: number; hash: string };

const [game, places, server] = process.argv.slice(2);
if (!server) throw new Error("usage: node build/climb.js GAME SEATS HOST:PORT");
process.on("uncaughtException", (error) => {
  console.error(error.message);
  process.exit(1);
});
let games = connect();

/** A new connection to the service. */
function connect() {
  return createClient(GameService, createGrpcTransport({ baseUrl: `http://${server}` }));
}

/** After these nobody knows what became of a call, and it is made again with the same ids. */
function isLost(error: unknown): boolean {
  const { code } = ConnectError.from(error);
  return code === Code.Unavailable || code === Code.Canceled || code === Code.DeadlineExceeded;
}

/** Makes a call until it is answered, each time over a new connection. */
async function answered<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await call();
    } catch (error) {
      if (!isLost(error) || tries === TRIES) throw error;
      await sleep(250);
      games = connect();
    }
  }
}

/** How a call says whose it is, and how long it waits. */
const as = (seat: Seat) => ({ headers: { authorization: `Bearer ${seat.token}` }, timeoutMs: 10_000 });

function check(holds: boolean, claim: string): void {
  if (!holds) throw new Error(`this does not hold: ${claim}`);
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

/** The head that a record leads to, if its line holds its number, its hash, and the hash of the one before. */
function follows(head: Head, record: Record): Head {
  const next = { n: head.n + 1, hash: hex(record.recordHash) };
  const line = Buffer.from(record.line).toString("latin1");
  const links = `"hash":"${next.hash}","n":${next.n},"prev":"${head.hash}",`;
  check(record.n === next.n && line.includes(links), `record ${record.n} follows record ${head.n}`);
  const hashed = createHash("sha256").update(line.replace(`"hash":"${next.hash}",`, ""), "latin1");
  check(hashed.digest("hex") === next.hash, `record ${record.n} is as it was written`);
  console.log(`record ${record.n}: ${called(record.event!)}`);
  return next;
}

/** An event's name, its game's if it has one. What these protos lack is newer, and counts all the same. */
function called({ event }: Event): string {
  if (event.case === undefined) return "unknown event";
  const kind = "event" in event.value ? event.value.event.case : event.case;
  return kind ?? "unknown event";
}

/** Follows the game to its end, whatever happens to the stream. */
async function follow(gameId: string): Promise<Head> {
  let head: Head = { n: 0, hash: "0".repeat(64) };
  for (let tries = 1; ; tries++) {
    const line = new AbortController();
    try {
      // A stream that hangs ends by its deadline: to resume it is always right.
      const calling = { signal: line.signal, timeoutMs: 60_000 };
      for await (const { item } of connect().subscribe({ gameId, after: head.n }, calling)) {
        if (item.case !== "records") continue;
        head = item.value.records.reduce(follows, head);
        if (tries === 1 && head.n >= 5) line.abort(); // once, on purpose: every game has more records
      }
      check(tries > 1, "the stream was dropped once");
      return head;
    } catch (error) {
      if (!isLost(error) || tries === TRIES) throw error;
      console.log(`the stream broke after record ${head.n}`);
      await sleep(100);
    }
  }
}

/** Any of the actions that the seats may send, but one that goes on where there is one. */
function choose(seats: Seat[], shown: GetGameResponse[]): Choice {
  const choices = seats.flatMap((seat, at) => shown[at].legalActions.map((action) => ({ seat, action })));
  const goingOn = choices.filter(({ action }) => !action.givesUp && !action.undoes);
  const best = goingOn.length > 0 ? goingOn : choices;
  check(best.length > 0, "somebody can go on");
  return best[randomInt(best.length)];
}

/** Sends choices until the game is closed; the head of the last answer. */
async function play(gameId: string, seats: Seat[]): Promise<Head> {
  for (let head: Head | undefined; ; ) {
    const shown = await Promise.all(seats.map((seat) => answered(() => games.getGame({ gameId }, as(seat)))));
    const { status, version: expectedVersion } = shown[0].game!;
    if (status === GameStatus.CLOSED) return head!;
    const { seat, action } = choose(seats, shown);
    console.log(`seat ${seat.seat}: ${action.label}`);
    const act = { gameId, commandId: randomUUID(), expectedVersion, command: action.command };
    const { version, recordHash } = await answered(() => games.act(act, as(seat)));
    head = { n: version, hash: hex(recordHash) };
  }
}

const made = { commandId: randomUUID(), game, seats: Number(places), claim: randomBytes(32) };
const { gameId } = (await answered(() => games.createGame(made))).game!;
const seats: Seat[] = [];
for (let place = 0; place < made.seats; place++) {
  const taken = { commandId: randomUUID(), gameId, name: `Node ${place}`, claim: randomBytes(32) };
  seats.push(await answered(() => games.takeSeat(taken)));
}
const [told, followed] = await Promise.all([play(gameId, seats), follow(gameId)]);
const { outcome, version, recordHash } = (await answered(() => games.getGame({ gameId }))).game!;
for (const head of [told, followed])
  check(head.n === version && head.hash === hex(recordHash), `record ${head.n} ${head.hash} is the server's last`);
console.log(`${game} ${gameId} ended: ${outcome}; ${version} records, the last is ${followed.hash}`);
process.exit();
