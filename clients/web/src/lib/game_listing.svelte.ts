/** Lists of games: those of the service, a status at a time, and those of this browser. */
import { GameStatus, type Game } from "../gen/summitbook/v1/game_pb";
import { as, games } from "./api";
import { kept } from "./kept.svelte";
import { Listing, type Asked, type Page } from "./listing.svelte";
import { hasEnded, tokenFor } from "./tokens";

const MINE = 16;

export class GameListing extends Listing<GameStatus, Game> {
  mine = $state.raw<Game[]>([]);

  constructor() {
    super(GameStatus.OPEN, 4_000, 12);
  }

  protected async page(asked: Asked<GameStatus>): Promise<Page<Game>> {
    const { games: items, nextPageToken } = await games.listGames(asked);
    return { items, nextPageToken };
  }

  protected override async beside(): Promise<void> {
    const mine = await Promise.all(kept.games.slice(0, MINE).map((each) => this.#own(each.gameId)));
    this.mine = mine.filter((game) => game !== undefined);
  }

  async #own(gameId: string): Promise<Game | undefined> {
    try {
      return (await games.getGame({ gameId }, as(tokenFor(gameId)))).game;
    } catch (thrown) {
      if (hasEnded(thrown)) return (await games.getGame({ gameId })).game;
      return undefined; // one of another service, say: it is kept, but cannot be shown
    }
  }
}
