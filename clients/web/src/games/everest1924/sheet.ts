/** Where everything of the sheet is drawn, in units of the drawing. */
import type { SheetRow, View } from "../../gen/summitbook/everest1924/v1/everest1924_pb";
import type { Point } from "../../lib/ink";

export const CELL = 46;
export const ROW = 46;
const LEFT = 92;
const TOP = 92;
const BOTTOM = 30;
const BOX = 34;

export interface Square extends Point {
  row: number;
  column: number;
}

export class Sheet {
  readonly width: number;
  readonly height: number;
  readonly #least: number;

  constructor(readonly view: View) {
    const ends = view.rows.map((row) => row.first + row.squares);
    this.#least = Math.min(...view.rows.map((row) => row.first));
    this.width = LEFT + (Math.max(...ends) - this.#least) * CELL + 56;
    this.height = TOP + view.rows.length * ROW + BOTTOM;
  }

  /** The middle of a square. */
  at(row: number, column: number): Point {
    return { x: LEFT + (column - this.#least) * CELL + CELL / 2, y: TOP + (this.view.rows.length - 1 - row) * ROW + ROW / 2 };
  }

  squares(row: SheetRow, number: number): Square[] {
    return Array.from({ length: row.squares }, (_, at) => ({ row: number, column: row.first + at, ...this.at(number, row.first + at) }));
  }

  corner(point: Point): [number, number, number, number] {
    return [point.x - BOX / 2, point.y - BOX / 2, BOX, BOX];
  }

  /** The ridge along the left of all rows, from the valley to the top. */
  ridge(): Point[] {
    const points = this.view.rows.map((row, number) => {
      const { x, y } = this.at(number, row.first);
      return { x: x - CELL * 0.72, y: y + ROW * 0.35 };
    });
    return [{ x: 8, y: this.height - 8 }, ...points, this.peak()];
  }

  peak(): Point {
    const top = this.view.rows.length - 1;
    const row = this.view.rows[top];
    const middle = this.at(top, (row?.first ?? 0) + ((row?.squares ?? 1) - 1) / 2);
    return { x: middle.x, y: middle.y - ROW * 1.35 };
  }

  /** Down again on the right, behind the last squares of every few rows. */
  flank(): Point[] {
    const ends = this.view.rows.map((row, number) => this.at(number, row.first + row.squares - 1));
    const points = ends.filter((_, number) => number % 4 === 0).map(({ x, y }) => ({ x: x + CELL * 1.25, y }));
    const foot = { x: (points[0]?.x ?? 0) + CELL, y: this.height - 8 };
    return [foot, ...points, this.peak()].reverse();
  }
}
