/** Tokens of this browser's seats, issued again for the claim when they have run out or were taken back. */
import { as, games, told } from "./api";
import { fromHex } from "./hex";
import { kept, type KeptSeat } from "./kept.svelte";

/** Any token of the game that is kept here; a private game is only seen with one. */
export function tokenFor(gameId: string): string | undefined {
  const game = kept.find(gameId);
  return game?.seats[0]?.token ?? game?.host?.token;
}

/** Whether a refusal says that a token has run out or was taken back, so that another one mends it. */
export function hasEnded(thrown: unknown): boolean {
  return ["TOKEN_EXPIRED", "BAD_TOKEN"].includes(told(thrown).code);
}

/** A call with the seat's token, or with any of the game's; once more with a new one where it has ended. */
export async function withToken<T>(
  gameId: string,
  seat: KeptSeat | undefined,
  call: (token: string | undefined) => Promise<T>,
): Promise<T> {
  try {
    return await call(seat?.token ?? tokenFor(gameId));
  } catch (thrown) {
    if (!hasEnded(thrown)) throw thrown;
    return call(await issuedAgain(gameId, seat));
  }
}

async function issuedAgain(gameId: string, seat: KeptSeat | undefined): Promise<string | undefined> {
  const game = kept.find(gameId);
  const holder = seat ?? game?.host;
  if (!holder) return undefined;
  if (game?.tournament) {
    // The service sat down there, for a contestant of this browser's.
    const { listSeats } = await import("../tournament/own");
    await listSeats(game.tournament);
    return kept.find(gameId)?.seats.find((each) => each.seat === seat?.seat)?.token;
  }
  const { token } = await games.issueToken({ gameId, seat: seat?.seat, claim: fromHex(holder.claim) }, as(undefined));
  holder.token = token;
  kept.save();
  return token;
}
