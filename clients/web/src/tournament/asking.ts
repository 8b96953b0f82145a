/** What a tournament is asked for: page after page, since one can be large. */
import { TournamentPart, type GetTournamentResponse } from "../gen/summitbook/v1/tournament_service_pb";
import type { TournamentGame, TournamentRound } from "../gen/summitbook/v1/tournament_pb";
import { tournaments } from "./own";

/** All but games, which are asked for by themselves. */
export const STANDING = [TournamentPart.STANDINGS, TournamentPart.CONTESTANTS, TournamentPart.DECISIONS];

/** All pages as one answer, as of the first of them. */
export async function askedFor(tournamentId: string, parts: TournamentPart[], round: number, signal: AbortSignal): Promise<GetTournamentResponse> {
  let whole: GetTournamentResponse | undefined;
  let pageToken = "";
  do {
    const page = await tournaments.getTournament({ tournamentId, parts, round, pageToken }, { signal });
    if (whole) add(whole, page);
    else whole = page;
    pageToken = page.nextPageToken;
  } while (pageToken);
  return whole;
}

function add(whole: GetTournamentResponse, page: GetTournamentResponse): void {
  whole.contestants.push(...page.contestants);
  whole.matches.push(...page.matches);
  whole.decisions.push(...page.decisions);
  for (const round of page.rounds) {
    const begun = whole.rounds.at(-1);
    if (begun?.round === round.round) begun.games.push(...round.games);
    else whole.rounds.push(round);
  }
}

/** A round, or all of them (0), each with all of its games. */
export async function roundsOf(tournamentId: string, round: number, signal: AbortSignal): Promise<TournamentRound[]> {
  return (await askedFor(tournamentId, [TournamentPart.ROUNDS], round, signal)).rounds;
}

export async function matchesOf(tournamentId: string, signal: AbortSignal): Promise<TournamentGame[]> {
  return (await askedFor(tournamentId, [TournamentPart.MATCHES], 0, signal)).matches;
}
