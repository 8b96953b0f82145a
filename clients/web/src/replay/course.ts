/** The course of a game, drawn from what its events say and nothing else: no rule is asked. */
import { contentOf } from "../../../auditors/audit.mjs";
import { integer, integers, words, type Data, type Line } from "./file";

/** Values over the lines of the file, each from its line on. */
export interface Series {
  name: string;
  points: { line: number; value: number }[];
}

/** A value that sinks at a line. */
export interface Drop {
  line: number;
  from: number;
  to: number;
}

export interface Course {
  heights: Series[];
  oxygen: Series[];
}

/** What chance gave up to a line: how often each item came, and how often it comes on average. */
export interface Shown {
  item: string;
  seen: number;
  expected: number;
  /** Standard deviation. */
  spread: number;
}

export function courseOf(game: string, lines: readonly Line[], name: (seat: number) => string): Course {
  const drawn = new Drawing(name);
  lines.forEach((line, at) => READERS[game]?.(drawn, line.type, line.data, at + 1));
  return { heights: [...drawn.heights.values()], oxygen: [...drawn.oxygen.values()] };
}

class Drawing {
  readonly heights = new Map<number, Series>();
  readonly oxygen = new Map<number, Series>();
  seat = 0;
  down = 1;

  constructor(private readonly name: (seat: number) => string) {}

  put(series: Map<number, Series>, seat: number, line: number, value: number): void {
    if (!series.has(seat)) series.set(seat, { name: this.name(seat), points: [] });
    series.get(seat)!.points.push({ line, value });
  }

  height(seat: number): number {
    return this.heights.get(seat)?.points.at(-1)?.value ?? 0;
  }
}

type Reader = (drawn: Drawing, type: string, data: Data, line: number) => void;

const READERS: Record<string, Reader> = {
  everest1924(drawn, type, data, line) {
    if (["ExpeditionStarted", "Ascended", "Traversed", "Fell"].includes(type)) drawn.put(drawn.heights, 0, line, integer(data.row));
  },
  dicey_peaks(drawn, type, data, line) {
    if (type === "TurnStarted") drawn.seat = integer(data.seat);
    if (type === "Climbed" || type === "ClimberMoved") drawn.put(drawn.heights, drawn.seat, line, integer(data.end));
    if (type === "ClimbersFrightened") integers(data.seats).forEach((seat) => drawn.put(drawn.heights, seat, line, drawn.height(seat) + 1));
    if (typeof data.oxygen === "number") drawn.put(drawn.oxygen, drawn.seat, line, data.oxygen);
  },
  mountaineering(drawn, type, data, line) {
    const steps = words(data.route).length;
    if (type === "ExpeditionSetOut") drawn.put(drawn.heights, 0, line, 0);
    if (type === "DescentBegun") drawn.down = -1;
    if (type === "MarkerMoved") drawn.put(drawn.heights, 0, line, drawn.height(0) + drawn.down * (data.direction === "back" ? -steps : steps));
    if (type === "SentBack") drawn.put(drawn.heights, 0, line, drawn.height(0) - drawn.down * steps);
  },
};

/** Dice of the first `upTo` lines by what they show, beside what their faces give on average; none where no dice are rolled. */
export function diceOf(game: string, lines: readonly Line[], upTo: number): Shown[] {
  const rolls = lines.slice(0, upTo).filter(({ type }) => type === "DiceRolled" || type === "DiceRerolled");
  if (game === "everest1924") return shares(rolls.flatMap(({ data }) => integers(data.values).map((value) => ({ item: String(value), faces: ["1", "2", "3", "4", "5", "6"] }))));
  if (game !== "dicey_peaks") return [];
  const faces = facesOf(lines[0]?.data);
  return shares(rolls.flatMap(({ data }) => words(data.dice).map((colour, at) => ({ item: words(data.faces)[at] ?? "", faces: faces[colour]?.faces ?? [] }))));
}

function facesOf(created: Data | undefined): Record<string, { faces: string[] }> {
  try {
    return contentOf(created).dice ?? {};
  } catch {
    return {}; // content that does not ship, and which the log does not carry
  }
}

function shares(dice: { item: string; faces: string[] }[]): Shown[] {
  const items = [...new Set(dice.flatMap(({ faces }) => faces))].sort();
  return items.map((item) => {
    const odds = dice.map(({ faces }) => faces.filter((face) => face === item).length / (faces.length || 1));
    const expected = odds.reduce((total, each) => total + each, 0);
    const variance = odds.reduce((total, each) => total + each * (1 - each), 0);
    return { item, seen: dice.filter((die) => die.item === item).length, expected, spread: Math.sqrt(variance) };
  });
}
