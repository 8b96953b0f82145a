/** Lists of games: those of the service, a status at a time, and those of this browser. */
import { GameStatus, type Game } from "../gen/summitbook/v1/game_pb";
import { as, games, told, type Told } from "./api";
import { kept } from "./kept.svelte";
import { tokenFor } from "./tokens";

const EVERY = 4_000;
const PAGE = 12;
const MINE = 16;

export class Listing {
  status = $state(GameStatus.OPEN);
  listed = $state.raw<Game[]>([]);
  mine = $state.raw<Game[]>([]);
  more = $state(false);
  asked = $state(false);
  failed = $state<Told>();
  #size = PAGE;

  /** Ask now and again, while the page is looked at; the answer stops it. */
  start(): () => void {
    const timer = setInterval(() => document.hidden || void this.ask(), EVERY);
    void this.ask();
    return () => clearInterval(timer);
  }

  show(status: GameStatus): void {
    this.status = status;
    this.#size = PAGE;
    this.listed = [];
    this.asked = false;
    void this.ask();
  }

  showMore(): void {
    this.#size += PAGE;
    void this.ask();
  }

  async ask(): Promise<void> {
    const status = this.status;
    try {
      const found = await this.#some(status);
      const mine = await Promise.all(kept.games.slice(0, MINE).map((each) => this.#own(each.gameId)));
      if (status !== this.status) return;
      this.listed = found;
      this.mine = mine.filter((game) => game !== undefined);
      this.failed = undefined;
    } catch (thrown) {
      this.failed = told(thrown);
    } finally {
      this.asked = true;
    }
  }

  /** As many as are wanted: a page may have fewer than were asked for. */
  async #some(status: GameStatus): Promise<Game[]> {
    const found: Game[] = [];
    let pageToken = "";
    do {
      const page = await games.listGames({ status, pageSize: this.#size, pageToken });
      found.push(...page.games);
      pageToken = page.nextPageToken;
    } while (pageToken && found.length < this.#size);
    this.more = pageToken !== "";
    return found;
  }

  async #own(gameId: string): Promise<Game | undefined> {
    try {
      return (await games.getGame({ gameId }, as(tokenFor(gameId)))).game;
    } catch (thrown) {
      if (told(thrown).code === "TOKEN_EXPIRED") return (await games.getGame({ gameId })).game;
      return undefined; // one of another service, say: it is kept, but cannot be shown
    }
  }
}
