/** How a game of a tournament is got at from here: played, watched, replayed; or not yet. */
import type { TournamentGame, TournamentRound } from "../gen/summitbook/v1/tournament_pb";
import type { Meet } from "./meet.svelte";

export interface Way {
  text: string;
  /** Left out while it is held back. */
  to?: string;
  main?: boolean;
}

/** `round` is left out on a ladder, whose games share no deal. */
export function wayTo(meet: Meet, { gameId, finished }: TournamentGame, round?: TournamentRound): Way {
  const own = meet.isOwn(gameId);
  if (own && !finished) return { text: "Play", to: `#/game/${gameId}`, main: true };
  const heldBack = round !== undefined && !round.seed;
  if (heldBack && !own) return { text: "held back" };
  if (heldBack) return { text: "Look", to: `#/game/${gameId}` };
  return finished ? { text: "Replay", to: `#/replay/${gameId}` } : { text: "Watch", to: `#/game/${gameId}` };
}

export interface OwnGame {
  gameId: string;
  text: string;
}

/** The games that contestants of this browser have to play, each once however many of them sit in it. */
export function yours(meet: Meet): OwnGame[] {
  const several = (meet.own?.contestants.length ?? 0) > 1;
  const games = Map.groupBy(meet.seats, (seat) => seat.gameId);
  return [...games].map(([gameId, seats]) => {
    const round = seats[0]!.round;
    const contestants = [...new Set(seats.map((each) => each.contestant))];
    return { gameId, text: `Play ${round ? `round ${round}` : "the match"}${several ? ` as ${meet.names(contestants)}` : ""}` };
  });
}
