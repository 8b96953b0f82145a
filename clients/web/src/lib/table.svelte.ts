/**
 * One game as this browser follows it: its state, its story, and what its seats may do.
 *
 * The stream says that something happened; the game is then asked for as it stands, so that view, choices
 * and clocks are of one version. After a lost connection the stream goes on behind the last record seen.
 */
import { Hints, type GetGameResponse, type GetHintResponse, type SubscribeResponse } from "../gen/summitbook/v1/game_service_pb";
import type { Game } from "../gen/summitbook/v1/game_pb";
import { GameStatus } from "../gen/summitbook/v1/game_pb";
import type { LegalAction, View } from "../gen/summitbook/v1/games_pb";
import type { Record as Entry } from "../gen/summitbook/v1/record_pb";
import { as, games, mayBeDone, newId, surely, told, type Told } from "./api";
import { follow, type Line } from "./following";
import { kept, type KeptSeat } from "./kept.svelte";
import { People } from "./people";
import { tokenFor, withToken } from "./tokens";

/** So many records before the present are told when a game is opened. */
const STORY = 120;

/** What a request has the same however often it is sent. */
interface Same {
  gameId: string;
  commandId: string;
  expectedVersion: number;
}

export class Table {
  game = $state.raw<Game>();
  view = $state.raw<View>();
  actions = $state.raw<LegalAction[]>([]);
  story = $state.raw<Entry[]>([]);
  joinCode = $state("");
  line = $state<Line>("connecting");
  /** Why the game cannot be shown, or the last choice was refused. */
  missing = $state<Told>();
  refused = $state<Told>();
  busy = $state(false);
  /** Whether one may ask for advice here. */
  hints = $state(Hints.UNSPECIFIED);
  /** When the clocks of the game were told, in milliseconds: they count down from there. */
  asOf = $state(0);
  /** The seat of this browser's that chooses now. */
  seat = $state<number>();

  readonly #stop = new AbortController();
  #asking: Promise<void> | undefined;
  #again = false;
  /** Of which version, and for which seat, view and actions are. */
  #shown = "";
  #advice = $state.raw<GetHintResponse>();
  /** The seat that was advised. */
  #advised: number | undefined;

  constructor(readonly gameId: string) {}

  /** The seats of whoever sits at this browser, without those that its bots play. */
  get keptSeats(): KeptSeat[] {
    return kept.find(this.gameId)?.seats.filter((each) => !each.bot) ?? [];
  }

  get people(): People {
    return People.of(this.game, this.keptSeats.map((each) => each.seat));
  }

  get yourTurn(): boolean {
    return this.game?.status === GameStatus.PLAYING && this.actions.length > 0 && this.game.waitsFor.includes(this.seat ?? -1);
  }

  /** What each of the choices is worth, in their order, where that was asked for just now. */
  get advice(): GetHintResponse | undefined {
    const fresh = this.#advice?.viewVersion === this.game?.version && this.#advised === this.seat;
    return fresh ? this.#advice : undefined;
  }

  async open(): Promise<void> {
    await this.refresh();
    if (!this.game || this.#stop.signal.aborted) return;
    const after = Math.max(0, this.game.version - STORY);
    await follow(this, after, this.#stop.signal);
  }

  close(): void {
    this.#stop.abort();
  }

  stream(after: number, signal: AbortSignal): AsyncIterable<SubscribeResponse> {
    // That of the seat which was asked about last, and so is good.
    const seat = this.keptSeats.find((each) => each.seat === this.seat);
    return games.subscribe({ gameId: this.gameId, after }, as(seat?.token ?? tokenFor(this.gameId), signal));
  }

  heard({ item }: SubscribeResponse): void {
    if (item.case !== "records") return;
    this.story = [...this.story, ...item.value.records];
    void this.refresh();
  }

  /** Ask for the game as it is; while an answer is on its way, once more after it. */
  refresh(): Promise<void> {
    if (this.#asking) {
      this.#again = true;
      return this.#asking;
    }
    this.#asking = this.#ask().finally(() => {
      this.#asking = undefined;
      if (this.#again) {
        this.#again = false;
        void this.refresh();
      }
    });
    return this.#asking;
  }

  async #ask(): Promise<void> {
    try {
      const first = await this.#get(this.#ownSeat(this.game?.waitsFor ?? []));
      const seat = this.#ownSeat(first.game?.waitsFor ?? []);
      // Of several seats held here, the one that the game waits for is asked about.
      const answer = seat?.seat === this.seat || !seat ? first : await this.#get(seat);
      this.#show(answer, seat);
    } catch (thrown) {
      if (!this.game || !mayBeDone(thrown)) this.missing = told(thrown);
    }
  }

  async #get(seat: KeptSeat | undefined): Promise<GetGameResponse> {
    this.seat = seat?.seat;
    return withToken(this.gameId, seat, (token) => games.getGame({ gameId: this.gameId }, as(token, this.#stop.signal)));
  }

  #ownSeat(waitsFor: readonly number[]): KeptSeat | undefined {
    return this.keptSeats.find((each) => waitsFor.includes(each.seat)) ?? this.keptSeats[0];
  }

  #show(answer: GetGameResponse, seat: KeptSeat | undefined): void {
    if (this.game && answer.game && answer.game.version < this.game.version) return;
    this.game = answer.game;
    // Told again they are the same, and what is chosen or has the focus at the table stays.
    const shown = `${answer.game?.version} ${seat?.seat}`;
    if (shown !== this.#shown) {
      this.#shown = shown;
      this.view = answer.view;
      this.actions = answer.legalActions;
    }
    this.joinCode = answer.joinCode;
    this.hints = answer.hints;
    this.seat = seat?.seat;
    this.asOf = performance.now();
    this.missing = undefined;
  }

  /** Send one of the legal actions, as it came; again with the same id while nobody knows whether it was done. */
  act(action: LegalAction): Promise<void> {
    return this.#send((token, same) => games.act({ ...same, command: action.command }, as(token)));
  }

  /** Ask what each choice is worth, which the log notes. */
  hint(): Promise<void> {
    return this.#send(async (token, same) => {
      this.#advice = await games.getHint(same, as(token));
      this.#advised = this.seat;
    });
  }

  async #send(call: (token: string | undefined, same: Same) => Promise<unknown>): Promise<void> {
    const seat = this.keptSeats.find((each) => each.seat === this.seat);
    if (this.busy || !seat || !this.game) return;
    this.busy = true;
    const same = { gameId: this.gameId, commandId: newId(), expectedVersion: this.game.version };
    await this.attempt(() => surely(() => withToken(this.gameId, seat, (token) => call(token, same))));
    this.busy = false;
  }

  /** Do what may be refused, and show what came of it. */
  async attempt(change: () => Promise<unknown>): Promise<void> {
    this.refused = undefined;
    try {
      await change();
    } catch (thrown) {
      this.refused = told(thrown);
    }
    await this.refresh();
  }
}
