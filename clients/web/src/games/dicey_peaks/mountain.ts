/** Where the tiles of the mountain lie, in units of the drawing: hexagons, each on two of the level below. */
import type { View } from "../../gen/summitbook/dicey_peaks/v1/dicey_peaks_pb";
import type { Point } from "../../lib/ink";

export const SIDE = 47;
const WIDE = SIDE * Math.sqrt(3);
const STEP = SIDE * 1.5;
const MARGIN = 46;
const TOP = 84;
export const SUMMIT_SIDE = 38;
const SUMMIT_WIDE = SUMMIT_SIDE * Math.sqrt(3);

export class Mountain {
  readonly width: number;
  readonly height: number;
  readonly #middle: number;

  constructor(readonly view: View) {
    const widest = Math.max(...view.levels.map((level) => level.tiles.length), view.summit.length);
    this.width = Math.max(widest * WIDE, view.summit.length * SUMMIT_WIDE + 150) + 2 * MARGIN;
    this.height = TOP + SUMMIT_SIDE + view.levels.length * STEP + SIDE + 64;
    this.#middle = this.width / 2;
  }

  tile(level: number, place: number): Point {
    const tiles = this.view.levels[level]?.tiles.length ?? 1;
    return { x: this.#middle + (place - (tiles - 1) / 2) * WIDE, y: this.#level(level) };
  }

  summit(place: number): Point {
    return { x: this.#middle + (place - (this.view.summit.length - 1) / 2) * SUMMIT_WIDE, y: TOP };
  }

  /** Where climbers at this position stand: on their tile, at the foot, or beside the summit. */
  position(position: number): Point {
    for (const [level, { tiles }] of this.view.levels.entries()) {
      const place = tiles.findIndex((tile) => tile.position === position);
      // Below what a tile says, which lies face up.
      if (place >= 0) return { x: this.tile(level, place).x, y: this.tile(level, place).y + (tiles[place]!.faceUp ? 15 : 6) };
    }
    if (position === this.view.top) return { x: this.summit(0).x - SUMMIT_WIDE - 8, y: TOP + 8 };
    return { x: this.#middle, y: this.height - 28 };
  }

  /** Where the foot of the mountain is named. */
  get foot(): Point {
    return { x: MARGIN, y: this.height - 22 };
  }

  #level(level: number): number {
    return TOP + SUMMIT_SIDE + SIDE * 0.62 + (this.view.levels.length - 1 - level) * STEP + 6;
  }

  /** The rock behind the tiles: a shoulder beside each level, and a jagged top. */
  outline(): string {
    const { width, height } = this;
    const sides = this.view.levels.map((level, number) => ({ left: this.tile(number, 0), right: this.tile(number, level.tiles.length - 1) }));
    const left = sides.map(({ left: { x, y } }, number) => `L${x - WIDE * (0.98 + 0.1 * (number % 2))} ${y + SIDE * 0.5}`);
    const right = sides.map(({ right: { x, y } }, number) => `L${x + WIDE * (0.8 + 0.12 * (number % 2))} ${y + SIDE * 0.5}`).reverse();
    const [first, last] = [this.summit(0), this.summit(this.view.summit.length - 1)];
    const top = `L${first.x - 58} ${first.y + 10}L${first.x - 14} ${first.y - 50}L${first.x + 16} ${first.y - 44}L${width / 2 - 12} 8L${width / 2 + 22} 28L${last.x + 24} ${last.y - 44}L${last.x + 60} ${last.y + 14}`;
    return `M0 ${height}${left.join("")}${top}${right.join("")}L${width} ${height}Z`;
  }
}

export function hexagon({ x, y }: Point, side: number): string {
  const corners = Array.from({ length: 6 }, (_, at) => {
    const angle = (Math.PI / 3) * at + Math.PI / 6;
    return `${(x + side * Math.cos(angle)).toFixed(1)},${(y + side * Math.sin(angle)).toFixed(1)}`;
  });
  return corners.join(" ");
}

/** What a tile turned over does, as a sign and a word: `+2` `go on`. */
export function faceOf(kind: string): { sign: string; word: string; good: boolean } {
  const [, act = kind, how = ""] = /^(.*)_([^_]+)$/.exec(kind) ?? [];
  const signs: Record<string, { sign: string; word: string; good: boolean }> = {
    forward: { sign: `↑${how}`, word: "go on", good: true },
    back: { sign: `↓${how}`, word: "go back", good: false },
    oxygen_plus: { sign: `+${how}`, word: "oxygen", good: true },
    oxygen_minus: { sign: `−${how}`, word: "oxygen", good: false },
    turn_over: { sign: `⟲${how}`, word: "turn over", good: true },
    down: { sign: how === "left" ? "↙" : "↘", word: "slide", good: false },
  };
  return signs[act] ?? { sign: "·", word: kind.replaceAll("_", " "), good: true };
}
