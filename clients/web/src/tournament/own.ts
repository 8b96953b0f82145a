/** What this browser holds of a tournament: its organiser, contestants, and their seats. Claims are made here, and tokens kept. */
import { createClient } from "@connectrpc/connect";
import type { Options } from "../gen/summitbook/v1/games_pb";
import type { TournamentKind } from "../gen/summitbook/v1/tournament_pb";
import { TournamentService, type ContestantSeat } from "../gen/summitbook/v1/tournament_service_pb";
import { as, newId, secret, surely, told, transport } from "../lib/api";
import { fromHex, toHex } from "../lib/hex";
import { kept, type KeptContestant, type KeptHolder, type KeptSeat } from "../lib/kept.svelte";

export const tournaments = createClient(TournamentService, transport);

/** Of the refusals of a token, those that another one mends. */
const NO_LONGER_GOOD = ["TOKEN_EXPIRED", "BAD_TOKEN", "NO_TOKEN"];

export interface Announced {
  name: string;
  kind: TournamentKind;
  game: string;
  seats: number;
  rounds: number;
  edition: string;
  options: Options;
}

/** The tournament's id; whoever sits at this browser is its organiser. */
export async function announce(wanted: Announced): Promise<string> {
  const claim = secret();
  const request = { ...wanted, commandId: newId(), claim };
  const { tournament, token } = await surely(() => tournaments.createTournament(request));
  kept.keepTournament(tournament!.tournamentId, tournament!.name).organiser = { token, claim: toHex(claim) };
  kept.save();
  return tournament!.tournamentId;
}

export async function enter(tournamentId: string, tournamentName: string, name: string): Promise<void> {
  const claim = secret();
  const request = { tournamentId, commandId: newId(), name, claim };
  const { contestant, token } = await surely(() => tournaments.enterTournament(request));
  kept.keepTournament(tournamentId, tournamentName).contestants.push({ contestant, name, token, claim: toHex(claim) });
  kept.save();
}

export const isContestant = (holder: KeptHolder): holder is KeptContestant => "contestant" in holder;

/** A call with a token of the tournament's; once more with one that is issued again for the claim, where it is lost or no longer good. */
export async function withHolder<T>(tournamentId: string, holder: KeptHolder, call: (token: string) => Promise<T>): Promise<T> {
  try {
    return await call(holder.token);
  } catch (thrown) {
    if (!NO_LONGER_GOOD.includes(told(thrown).code)) throw thrown;
    const contestant = isContestant(holder) ? holder.contestant : undefined;
    const { token } = await tournaments.issueTournamentToken({ tournamentId, contestant, claim: fromHex(holder.claim) });
    holder.token = token;
    kept.save();
    return call(token);
  }
}

export interface OwnSeat extends ContestantSeat {
  contestant: number;
}

/** The seats that contestants of this browser have to play, which the game's screen finds from now on. */
export async function listSeats(tournamentId: string): Promise<OwnSeat[]> {
  const tournament = kept.tournament(tournamentId);
  const found: OwnSeat[] = [];
  for (const holder of tournament?.contestants ?? []) {
    const { seats } = await withHolder(tournamentId, holder, (token) => tournaments.listSeats({ tournamentId }, as(token)));
    for (const seat of seats) {
      keepSeat(tournamentId, tournament!.name, seat, holder);
      found.push({ ...seat, contestant: holder.contestant });
    }
  }
  if (found.length) kept.save();
  return found;
}

function keepSeat(tournamentId: string, title: string, { gameId, seat, token }: ContestantSeat, { claim }: KeptHolder): void {
  const game = kept.keep(gameId, title);
  game.tournament = tournamentId;
  const own: KeptSeat = { seat, token, claim };
  game.seats = [...game.seats.filter((each) => each.seat !== seat), own].toSorted((one, other) => one.seat - other.seat);
}
