/**
 * Bots in this browser's seats, which play while the page is open: they hold nothing but what they are sent.
 *
 * They choose at random, as a random bot of the service does: what those do that are waited for, else what
 * helps, and what leads nowhere only where nobody but bots could do anything else.
 */
import { create } from "@bufbuild/protobuf";
import { ActRequestSchema } from "../gen/summitbook/v1/game_service_pb";
import { GameStatus } from "../gen/summitbook/v1/game_pb";
import type { LegalAction } from "../gen/summitbook/v1/games_pb";
import { as, games, newId, surely } from "./api";
import { kept, type KeptSeat } from "./kept.svelte";
import type { Table } from "./table.svelte";
import { withToken } from "./tokens";

/** Slow enough to be followed, in milliseconds. */
const THOUGHT = 350;

interface Choice {
  seat: KeptSeat;
  version: number;
  action: LegalAction;
}

export class Bots {
  #thinking = false;
  /** The version at which the bots had nothing to do. */
  #idle = 0;

  constructor(private readonly table: Table) {}

  /** Whether there is something for them to do, at whatever version the table is now. */
  look(): void {
    const { game } = this.table;
    const bots = kept.find(this.table.gameId)?.seats.filter((each) => each.bot) ?? [];
    if (game?.status === GameStatus.PLAYING && bots.length && game.version !== this.#idle && !this.#thinking) void this.#play(bots, game.version);
  }

  async #play(bots: KeptSeat[], version: number): Promise<void> {
    this.#thinking = true;
    await new Promise((done) => setTimeout(done, THOUGHT));
    try {
      const choice = await this.#choice(bots);
      if (choice) await this.#act(choice);
      else this.#idle = version;
    } catch {
      // Somebody was quicker, or the connection is lost: the table tells when there is something to choose again.
    } finally {
      this.#thinking = false;
      await this.table.refresh();
      this.look();
    }
  }

  async #choice(bots: KeptSeat[]): Promise<Choice | undefined> {
    const waited = new Set(this.table.game?.waitsFor);
    const onUs = [...waited].every((seat) => bots.some((bot) => bot.seat === seat));
    const idle: Choice[] = [];
    for (const seat of bots.toSorted((one, other) => Number(waited.has(other.seat)) - Number(waited.has(one.seat)))) {
      const { version, legalActions } = await this.#legal(seat);
      const ours = legalActions.filter((action) => onUs || waited.has(seat.seat) || action.helps);
      const leadingOn = anyOf(ours.filter((action) => !action.givesUp && !action.undoes));
      if (leadingOn) return { seat, version, action: leadingOn };
      idle.push(...ours.map((action) => ({ seat, version, action })));
    }
    return anyOf(idle);
  }

  #legal(seat: KeptSeat) {
    const { gameId } = this.table;
    return withToken(gameId, seat, (token) => games.listLegalActions({ gameId }, as(token)));
  }

  async #act({ seat, version, action }: Choice): Promise<void> {
    const { gameId } = this.table;
    const request = create(ActRequestSchema, { gameId, commandId: newId(), expectedVersion: version, command: action.command });
    await withToken(gameId, seat, (token) => surely(() => games.act(request, as(token))));
  }
}

function anyOf<T>(some: readonly T[]): T | undefined {
  return some[Math.floor(Math.random() * some.length)];
}
