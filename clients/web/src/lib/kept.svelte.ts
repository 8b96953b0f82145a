/**
 * What this browser keeps: the tokens and claims of its seats, in localStorage and nowhere else.
 *
 * Whoever has them can act for the seat, so they never go into a link. Clearing the browser's data forgets them.
 */
const KEY = "summitbook.games";
const NAME = "summitbook.name";

export interface KeptSeat {
  seat: number;
  token: string;
  claim: string;
  /** Whether this page plays it, and not the person at it. */
  bot?: boolean;
}

export interface KeptGame {
  gameId: string;
  title: string;
  /** The host's token and claim, where this browser made the game. */
  host?: { token: string; claim: string };
  seats: KeptSeat[];
  joinCode?: string;
  /** When it was last looked at, in milliseconds. */
  at: number;
}

class Kept {
  games = $state<KeptGame[]>(read(KEY, []));
  name = $state<string>(read(NAME, ""));

  find(gameId: string): KeptGame | undefined {
    return this.games.find((each) => each.gameId === gameId);
  }

  /** The game as it is kept, kept now if it was not. */
  keep(gameId: string, title: string): KeptGame {
    if (!this.find(gameId)) this.games.unshift({ gameId, title, seats: [], at: Date.now() });
    return this.find(gameId)!;
  }

  forget(gameId: string): void {
    this.games = this.games.filter((each) => each.gameId !== gameId);
    this.save();
  }

  save(): void {
    write(KEY, this.games);
    write(NAME, this.name);
  }
}

function read<T>(key: string, otherwise: T): T {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? "null") as T | null) ?? otherwise;
  } catch {
    return otherwise; // a browser that keeps nothing: play goes on until the page is left
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // as above
  }
}

export const kept = new Kept();
