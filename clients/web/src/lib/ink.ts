/** Lines as a hand draws them: never quite straight, and the same each time. */
export interface Point {
  x: number;
  y: number;
}

/** A number from 0 to 1 that depends on nothing but the seed. */
export function chance(seed: number): number {
  const mixed = Math.sin(seed * 127.1 + 311.7) * 43758.5453;
  return mixed - Math.floor(mixed);
}

const off = (seed: number, by: number): number => (chance(seed) - 0.5) * 2 * by;
const two = (value: number): string => value.toFixed(1);

/** A path through all points, bent a little by up to `by` between each two. */
export function pen(points: readonly Point[], by = 2, seed = 1): string {
  return points
    .map((point, at) => {
      const before = points[at - 1];
      if (!before) return `M${two(point.x)} ${two(point.y)}`;
      const x = (before.x + point.x) / 2 + off(seed + at * 3, by);
      const y = (before.y + point.y) / 2 + off(seed + at * 7, by);
      return `Q${two(x)} ${two(y)} ${two(point.x)} ${two(point.y)}`;
    })
    .join("");
}

/** A box drawn in one go, its corners not quite met. */
export function box(x: number, y: number, width: number, height: number, seed: number, by = 1.2): string {
  const corners = [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
    [x, y],
  ] as const;
  return pen(corners.map(([cx, cy], at) => ({ x: cx + off(seed + at, by), y: cy + off(seed + at + 9, by) })), by, seed);
}
