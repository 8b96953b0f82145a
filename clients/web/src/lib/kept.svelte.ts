/**
 * What this browser keeps: the tokens and claims of its seats and tournaments, in localStorage and nowhere else.
 *
 * Whoever has them can act for the seat, so they never go into a link. Clearing the browser's data forgets them.
 */
const KEY = "summitbook.games";
const TOURNAMENTS = "summitbook.tournaments";
const NAME = "summitbook.name";

/** The token of somebody, and the claim for which it is issued again. */
export interface KeptHolder {
  token: string;
  claim: string;
}

export interface KeptSeat extends KeptHolder {
  seat: number;
  /** Whether this page plays it, and not the person at it. */
  bot?: boolean;
}

export interface KeptGame {
  gameId: string;
  title: string;
  /** The host's token and claim, where this browser made the game. */
  host?: KeptHolder;
  seats: KeptSeat[];
  joinCode?: string;
  /** The tournament that the game is one of, where a contestant of this browser plays it. */
  tournament?: string;
  /** When it was last looked at, in milliseconds. */
  at: number;
}

export interface KeptContestant extends KeptHolder {
  contestant: number;
  name: string;
}

export interface KeptTournament {
  tournamentId: string;
  name: string;
  /** Where this browser announced it. */
  organiser?: KeptHolder;
  contestants: KeptContestant[];
}

class Kept {
  games = $state<KeptGame[]>(read(KEY, []));
  tournaments = $state<KeptTournament[]>(read(TOURNAMENTS, []));
  name = $state<string>(read(NAME, ""));

  constructor() {
    // What another tab has kept since: else the next save here would forget it.
    addEventListener("storage", ({ key }) => {
      if (key === KEY) this.games = read(KEY, []);
      if (key === TOURNAMENTS) this.tournaments = read(TOURNAMENTS, []);
    });
  }

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

  tournament(tournamentId: string): KeptTournament | undefined {
    return this.tournaments.find((each) => each.tournamentId === tournamentId);
  }

  /** The tournament as it is kept, kept now if it was not. */
  keepTournament(tournamentId: string, name: string): KeptTournament {
    if (!this.tournament(tournamentId)) this.tournaments.unshift({ tournamentId, name, contestants: [] });
    return this.tournament(tournamentId)!;
  }

  forgetTournament(tournamentId: string): void {
    this.tournaments = this.tournaments.filter((each) => each.tournamentId !== tournamentId);
    this.save();
  }

  save(): void {
    write(KEY, this.games);
    write(TOURNAMENTS, this.tournaments);
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
