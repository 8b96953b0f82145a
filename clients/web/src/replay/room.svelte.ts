/** One recorded game in the replay room: its lines, its audit, and the table beside each step where the service knows it. */
import { auditSteps, type Report, type Step } from "../../../auditors/audit.mjs";
import type { View } from "../gen/summitbook/v1/games_pb";
import type { SeatReview } from "../gen/summitbook/v1/replay_service_pb";
import type { GameCreated } from "../gen/summitbook/v1/table_pb";
import { as, games, replays, told, type Told } from "../lib/api";
import { toHex } from "../lib/hex";
import { People } from "../lib/people";
import { UNKNOWN, tell } from "../lib/telling";
import { tokenFor } from "../lib/tokens";
import { eventOf } from "./event_of";
import { linesOf, sameBytes, type Line } from "./file";

/** Milliseconds from a record to the next at speed 1. */
const BEAT = 900;
export const SPEEDS = [0.5, 1, 2, 4, 8];

/** `TurnEnded` as a sentence, for what live play leaves to the next event to say. */
const spaced = (type: string): string => `${type.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}.`;

export class Room {
  name = $state("");
  bytes = $state.raw<Uint8Array>();
  lines = $state.raw<Line[]>([]);
  report = $state.raw<Report>();
  steps = $state.raw<Step[]>([]);
  views = $state.raw<{ n: number; view: View }[]>([]);
  /** The line that is looked at, from 1. */
  at = $state(1);
  playing = $state(false);
  speed = $state(1);
  failed = $state<Told>();
  serverKeys = $state.raw<string[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #stop = new AbortController();

  get game(): string {
    return String(this.lines[0]?.data.game ?? "");
  }

  /** Its first record, as the service would send it. */
  get made(): GameCreated | undefined {
    const [first] = this.lines;
    const event = first && eventOf(this.game, first.type, first.data)?.event;
    return event?.case === "gameCreated" ? event.value : undefined;
  }

  get line(): Line | undefined {
    return this.lines[this.at - 1];
  }

  /** Who sits where by the line that is looked at. */
  get people(): People {
    const taken = this.lines.filter(({ type }) => type === "SeatTaken");
    return new People(new Map(taken.map(({ data }) => [Number(data.seat), String(data.name)])));
  }

  /** The table after the last whole command up to the line that is looked at. */
  get view(): View | undefined {
    return this.views.findLast(({ n }) => n <= (this.line?.n ?? Infinity))?.view;
  }

  /** Whether the service has this very game, to its last record, and it is over. */
  get known(): boolean {
    const last = this.lines.findLast(({ n }) => n !== undefined);
    return last?.type === "GameClosed" && last.n === this.views.at(-1)?.n;
  }

  /** What each choice of each seat cost; throws what the call does. */
  async review(): Promise<SeatReview[]> {
    const { game_id: gameId } = this.report!;
    return (await replays.reviewReplay({ gameId }, as(tokenFor(gameId), this.#stop.signal))).seats;
  }

  async openGame(gameId: string): Promise<void> {
    try {
      const parts: Uint8Array[] = [];
      for await (const { lines } of replays.exportReplay({ gameId }, as(tokenFor(gameId), this.#stop.signal))) parts.push(lines);
      await this.open(new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer()), `${gameId}.replay.jsonl`);
    } catch (thrown) {
      this.failed = told(thrown);
    }
  }

  async open(bytes: Uint8Array, name: string): Promise<void> {
    this.pause();
    Object.assign(this, { bytes, name, lines: linesOf(bytes), at: 1, views: [], report: undefined, failed: undefined });
    // Here, in the browser: the service is not asked.
    const { report, steps } = await auditSteps(bytes);
    Object.assign(this, { report, steps });
    await Promise.all([this.#viewsFromService(report.game_id), this.#keysOfService()]);
  }

  /**
   * The service sends the view after each command of a game that it knows. It is taken only where the service's line
   * is the file's, byte for byte; from the first other line on, and for games of elsewhere, the records speak alone.
   */
  async #viewsFromService(gameId: string): Promise<void> {
    const found: { n: number; view: View }[] = [];
    const last = this.lines.findLast(({ n }) => n !== undefined)?.n ?? 0;
    try {
      for await (const { item, version } of games.subscribe({ gameId, after: 0, wantView: true }, as(tokenFor(gameId), this.#stop.signal))) {
        if (item.case !== "records" || !item.value.records.every(({ n, line }) => sameBytes(line, this.lines[n - 1]?.bytes ?? new Uint8Array()))) break;
        if (item.value.view) found.push({ n: version, view: item.value.view });
        if (version >= last) break;
      }
    } catch {
      // a game of another service, or a file that names none
    }
    this.views = found;
  }

  async #keysOfService(): Promise<void> {
    try {
      const { publicKey, olderPublicKeys } = await replays.getServerKey({});
      this.serverKeys = [publicKey, ...olderPublicKeys].map(toHex);
    } catch {
      this.serverKeys = []; // then nothing is said of whose the seal is
    }
  }

  /** What a line says, in a sentence. */
  sentence(line: Line): string {
    if (line.type === "Seal") return "The seal: the server signs the last record.";
    if (line.type === "Reveal") return "The seed is revealed.";
    if (line.type === "Unreadable") return "This line cannot be read.";
    const event = eventOf(this.game, line.type, line.data);
    if (!event) return UNKNOWN;
    return tell(event, this.people, this.#actor(line), this.#viewAfter(line)) || spaced(line.type);
  }

  /** The table once the line's command is done, where what it is about lies open. */
  #viewAfter({ n = 0 }: Line): View | undefined {
    return (this.views.find((each) => each.n >= n) ?? this.views.at(-1))?.view;
  }

  /** The seat of the command that the line belongs to. */
  #actor(line: Line): number | undefined {
    const first = this.lines.slice(0, line.n).findLast(({ cause }) => cause);
    return first?.cause?.seat ?? undefined;
  }

  go(at: number): void {
    this.at = Math.min(Math.max(1, at), Math.max(1, this.lines.length));
  }

  play(): void {
    if (this.at >= this.lines.length) this.at = 1;
    this.playing = true;
    this.#beat();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  #beat(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.go(this.at + 1);
      if (this.at >= this.lines.length) this.pause();
      else if (this.playing) this.#beat();
    }, BEAT / this.speed);
  }

  close(): void {
    this.pause();
    this.#stop.abort();
  }
}
