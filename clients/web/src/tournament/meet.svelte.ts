/**
 * One tournament as this browser follows it: where everyone stands, its rounds, and the seats to be played here.
 *
 * The stream says that something happened; the tournament is then asked for as it stands. Who is asked for much,
 * as one with a thousand contestants is, is asked less often.
 */
import { create } from "@bufbuild/protobuf";
import {
  TournamentGameSchema,
  TournamentKind,
  type Contestant,
  type DecisionMade,
  type Standing,
  type Tournament,
  type TournamentEvent,
  type TournamentGame,
  type TournamentRound,
} from "../gen/summitbook/v1/tournament_pb";
import type { SubscribeTournamentResponse } from "../gen/summitbook/v1/tournament_service_pb";
import { as, mayBeDone, newId, surely, told, type Told } from "../lib/api";
import { follow, type Followed, type Line } from "../lib/following";
import { kept, type KeptContestant, type KeptHolder, type KeptTournament } from "../lib/kept.svelte";
import { askedFor, matchesOf, roundsOf, STANDING } from "./asking";
import { listSeats, tournaments, withHolder, type OwnSeat } from "./own";

/** How long the page waits between two answers: at least so many milliseconds, and so many times as long as one took. */
const PAUSE = 250;
const PAUSES = 9;
/** With so many games at most, all rounds are asked for at once; of a larger tournament each as it is looked at. */
const FEW = 1_000;

export interface Command {
  tournamentId: string;
  commandId: string;
}

export class Meet implements Followed<SubscribeTournamentResponse> {
  tournament = $state.raw<Tournament>();
  contestants = $state.raw<Contestant[]>([]);
  standings = $state.raw<Standing[]>([]);
  decisions = $state.raw<DecisionMade[]>([]);
  /** Those of a ladder; asked for once, and then told by the stream, since there can be thousands. */
  matches = $state.raw<TournamentGame[]>([]);
  /** Those that were asked for, the first first. */
  rounds = $state.raw<TournamentRound[]>([]);
  /** What contestants of this browser have to play now. */
  seats = $state.raw<OwnSeat[]>([]);
  line = $state<Line>("connecting");
  missing = $state<Told>();
  refused = $state<Told>();

  readonly #stop = new AbortController();
  #asking = false;
  #again = false;
  #turn: Promise<void> = Promise.resolve();
  #wanted = new Set<number>();
  #listed = "";

  constructor(readonly tournamentId: string) {}

  get own(): KeptTournament | undefined {
    return kept.tournament(this.tournamentId);
  }

  name(contestant: number): string {
    return this.contestants[contestant]?.name ?? `Contestant ${contestant}`;
  }

  names(contestants: readonly number[]): string {
    return contestants.map((each) => this.name(each)).join(", ");
  }

  /** All that are known here. */
  get games(): TournamentGame[] {
    return [...this.rounds.flatMap((each) => each.games), ...this.matches];
  }

  /** A game by its round and who plays it. */
  gameCalled(gameId: string): string {
    const game = this.games.find((each) => each.gameId === gameId);
    const round = this.rounds.find((each) => each.games.some((one) => one === game));
    return game ? `${this.names(game.contestants)}${round ? ` in round ${round.round}` : ""}` : `game ${gameId}`;
  }

  round(number: number): TournamentRound | undefined {
    return this.rounds.find((each) => each.round === number);
  }

  async open(): Promise<void> {
    while (!this.tournament && !this.missing && !this.#stop.signal.aborted) {
      await this.#ask();
      if (!this.tournament) await new Promise((done) => setTimeout(done, 1_000));
    }
    if (this.tournament) await follow(this, this.tournament.version, this.#stop.signal);
  }

  close(): void {
    this.#stop.abort();
  }

  stream(after: number, signal: AbortSignal): AsyncIterable<SubscribeTournamentResponse> {
    return tournaments.subscribeTournament({ tournamentId: this.tournamentId, after }, { signal });
  }

  heard({ item }: SubscribeTournamentResponse): void {
    if (item.case !== "records") return;
    for (const { event } of item.value.records) this.#match(event);
    this.refresh();
  }

  #match(told: TournamentEvent | undefined): void {
    const event = told?.event;
    if (event?.case === "matchMade" && !this.matches.some((each) => each.gameId === event.value.gameId)) {
      const { gameId, contestants } = event.value;
      this.matches = [...this.matches, create(TournamentGameSchema, { gameId, contestants })];
    }
    if (event?.case === "gameFinished") {
      this.matches = this.matches.map((each) => (each.gameId === event.value.gameId ? { ...each, finished: event.value } : each));
    }
  }

  /** Ask how it stands, soon. */
  refresh(): void {
    if (this.#asking) {
      this.#again = true;
      return;
    }
    const began = performance.now();
    this.#asking = true;
    void this.#ask().finally(() => {
      setTimeout(() => this.#rested(), Math.max(PAUSE, PAUSES * (performance.now() - began)));
    });
  }

  #rested(): void {
    this.#asking = false;
    if (!this.#again || this.#stop.signal.aborted) return;
    this.#again = false;
    this.refresh();
  }

  #ask(): Promise<void> {
    return this.#inTurn(() => this.#askNow());
  }

  /** One after another, so that nothing older comes over something newer. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(work);
    return this.#turn;
  }

  async #askNow(): Promise<void> {
    try {
      const answer = await askedFor(this.tournamentId, STANDING, 0, this.#stop.signal);
      const now = answer.tournament!;
      if (this.tournament && now.version < this.tournament.version) return;
      const changed = answer.decisions.length !== this.decisions.length || answer.contestants.length !== this.contestants.length;
      await this.#askRounds(now, changed);
      if (now.kind === TournamentKind.LADDER && !this.tournament) this.matches = await matchesOf(this.tournamentId, this.#stop.signal);
      const { contestants, standings, decisions } = answer;
      Object.assign(this, { tournament: now, contestants, standings, decisions, missing: undefined });
      await this.#list(now);
    } catch (thrown) {
      if (!this.#stop.signal.aborted && !mayBeDone(thrown)) this.missing = told(thrown);
    }
  }

  /**
   * Those rounds that are looked at and may have changed: one that is not closed, and where anybody entered, or a
   * referee decided, any.
   */
  async #askRounds({ round: newest, games }: Tournament, changed: boolean): Promise<void> {
    const looked = Array.from({ length: newest }, (_, at) => at + 1).filter((each) => games <= FEW || each === newest || this.#wanted.has(each));
    const asked = looked.filter((each) => changed || !this.round(each)?.seed);
    if (asked.length) await this.#take(asked.length === newest ? [0] : asked);
  }

  async #take(numbers: readonly number[]): Promise<void> {
    const told = await Promise.all(numbers.map((each) => roundsOf(this.tournamentId, each, this.#stop.signal)));
    const found = new Map([...this.rounds, ...told.flat()].map((each) => [each.round, each]));
    this.rounds = [...found.values()].toSorted((one, other) => one.round - other.round);
  }

  /** Have these rounds here, and from now on up to date. */
  async want(numbers: readonly number[]): Promise<void> {
    const asked = numbers.filter((each) => !this.round(each));
    for (const each of asked) this.#wanted.add(each);
    if (asked.length) await this.#ask();
  }

  /** Seats are asked for when there are other games than before. */
  async #list({ games, gamesOpen }: Tournament): Promise<void> {
    const now = `${games} ${gamesOpen} ${this.own?.contestants.length}`;
    if (now === this.#listed) return;
    try {
      this.seats = gamesOpen ? await listSeats(this.tournamentId) : [];
      this.#listed = now;
    } catch (thrown) {
      if (!mayBeDone(thrown)) this.refused = told(thrown);
    }
  }

  /** Whether a contestant of this browser sits in the game. */
  isOwn(gameId: string): boolean {
    return kept.find(gameId)?.tournament === this.tournamentId;
  }

  /** A command of the organiser's; what came of it is shown when it is done. Throws what it is refused with. */
  async run(call: (command: Command, options: ReturnType<typeof as>) => Promise<unknown>): Promise<void> {
    const organiser = this.own?.organiser;
    if (!organiser) return;
    await this.#done(organiser, call);
  }

  /** A contestant of this browser drops out. */
  async leave(contestant: KeptContestant): Promise<void> {
    await this.#done(contestant, (command, options) => tournaments.leaveTournament(command, options));
  }

  async #done(holder: KeptHolder, call: (command: Command, options: ReturnType<typeof as>) => Promise<unknown>): Promise<void> {
    const command = { tournamentId: this.tournamentId, commandId: newId() };
    await withHolder(this.tournamentId, holder, (token) => surely(() => call(command, as(token))));
    await this.#ask();
  }
}
