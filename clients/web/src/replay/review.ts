/** A seat's review as the page shows it: its figures, and its course over the lines of the file. */
import { ValueUnit } from "../gen/summitbook/v1/game_pb";
import type { ReviewedMove, SeatReview } from "../gen/summitbook/v1/replay_service_pb";
import type { Drop, Series } from "./course";

const LISTED = 5;

/** Chances are shown in percent. */
const shown = (value: number, unit: ValueUnit): number => (unit === ValueUnit.CHANCE ? 100 * value : value);
const rounded = (value: number): number => Math.round(10 * value) / 10;

/** Whether there is a value, and so much of it that its figure is not 0. */
export const seen = (value: number | undefined, unit: ValueUnit): value is number => value !== undefined && Math.abs(shown(value, unit)) >= (unit === ValueUnit.CHANCE ? 0.05 : 0.005);

const exact = (value: number, unit: ValueUnit): string => (unit === ValueUnit.CHANCE ? `${shown(Math.abs(value), unit).toFixed(1)}\u00a0%` : Math.abs(value).toFixed(2));

/** A dash where there is nothing to be seen. */
export const figure = (value: number | undefined, unit: ValueUnit, sign = ""): string => (seen(value, unit) ? `${value < 0 ? "−" : sign}${exact(value, unit)}` : "–");

/** The moves that cost most, those first. */
export function worst({ moves, unit }: SeatReview): ReviewedMove[] {
  return moves.filter((move) => seen(move.cost, unit)).sort((one, other) => other.cost - one.cost).slice(0, LISTED);
}

/** How it went, in a sentence. */
export function inWords({ unit, start, cost, luck, result }: SeatReview): string {
  const chance = unit === ValueUnit.CHANCE;
  const began = `${exact(start ?? 0, unit)} ${chance ? "to win" : "points to expect"} at the start`;
  if (luck === undefined) return `${began}. Choices cost ${exact(cost, unit)}. The game was broken off, so that nobody knows what luck would have made of it.`;
  const ended = chance ? (result ? "a win" : "no win") : `${result} points`;
  return `${began}, less ${exact(cost, unit)} that choices cost, ${luck < 0 ? "less" : "plus"} ${exact(luck, unit)} by luck: ${ended}.`;
}

/** What the game was worth before and after each choice, and what it would have been by luck alone. */
export function seriesOf({ moves, unit, start, result }: SeatReview, last: number): Series[] {
  const worth: Series = { name: "worth", points: [] };
  const luck: Series = { name: "with all that choices cost added", points: [] };
  let kept = 0;
  const put = (line: number, value: number): void => {
    worth.points.push({ line, value: rounded(shown(value, unit)) });
    luck.points.push({ line, value: rounded(shown(value + kept, unit)) });
  };
  if (start !== undefined) put(1, start);
  for (const { n, best, chosen, cost } of moves) {
    put(n - 1, best!.value);
    kept += cost;
    put(n, chosen!.value);
  }
  if (result !== undefined) put(last, result);
  return [worth, luck];
}

export function dropsOf({ moves, unit }: SeatReview): Drop[] {
  return moves.filter((move) => seen(move.cost, unit)).map(({ n, best, chosen }) => ({ line: n, from: shown(best!.value, unit), to: shown(chosen!.value, unit) }));
}
