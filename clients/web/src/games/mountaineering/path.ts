/** Where the spots of the path lie: along one line that winds up the mountain, beside each other where ways part. */
import type { SpotShown } from "../../gen/summitbook/mountaineering/v1/mountaineering_pb";
import type { Point } from "../../lib/ink";

export const WIDTH = 640;
export const HEIGHT = 800;
const BOTTOM = 748;
const TOP = 84;
/** Traverses from side to side, each joined to the next by a round bend; the last leads half across, to the summit. */
const TRAVERSES = 6;
const BEND = 38;
/** How far a traverse climbs, and the last one. */
const CLIMB = 26;
const LAST_CLIMB = BOTTOM - TOP - TRAVERSES * (CLIMB + 2 * BEND);
/** Half the width of the lowest traverse, and by how much of it they get shorter up to the summit. */
const SWING = 274;
const NARROWING = 0.12;
/** How far apart two ways lie that have parted. */
const LANE = 54;
const SAMPLES = 1_200;

export interface Placed extends Point {
  spot: SpotShown;
}

export interface Way {
  from: Placed;
  to: Placed;
}

export function placed(spots: readonly SpotShown[]): Map<string, Placed> {
  const heights = heightsOf(spots);
  const most = Math.max(...[...heights.values()].map(({ steps }) => steps), 1);
  const line = windingLine();
  return new Map(
    spots.map((spot) => {
      const { steps, lane } = heights.get(spot.id) ?? { steps: 0, lane: 0 };
      return [spot.id, { spot, ...aside(line, steps / most, lane) }];
    }),
  );
}

export function waysOf(places: Map<string, Placed>): Way[] {
  return [...places.values()].flatMap((from) => from.spot.up.flatMap((id) => (places.has(id) ? [{ from, to: places.get(id)! }] : [])));
}

interface Height {
  steps: number;
  /** 0 on the middle of the path, else to one side. */
  lane: number;
}

/** How many steps each spot lies above base camp; a shorter way between two forks is spread over the longer one. */
function heightsOf(spots: readonly SpotShown[]): Map<string, Height> {
  const below = new Map(spots.map((spot) => [spot.id, spots.filter((each) => each.up.includes(spot.id))]));
  const longest = new Map<string, number>();
  const steps = (id: string): number => {
    if (!longest.has(id)) longest.set(id, Math.max(0, ...(below.get(id) ?? []).map((each) => steps(each.id) + 1)));
    return longest.get(id)!;
  };
  const found = new Map(spots.map((spot) => [spot.id, { steps: steps(spot.id), lane: 0 }]));
  const byId = new Map(spots.map((spot) => [spot.id, spot]));
  for (const fork of spots.filter((spot) => spot.up.length > 1)) {
    fork.up.forEach((first, way) => spread(stretch(first, byId, below), fork.id, way - (fork.up.length - 1) / 2, found));
  }
  return found;
}

/** From this spot on, until ways part or meet again; the last is the one where they do. */
function stretch(first: string, byId: Map<string, SpotShown>, below: Map<string, SpotShown[]>): string[] {
  const ids = [first];
  for (let spot = byId.get(first); spot && spot.up.length === 1; spot = byId.get(spot.up[0]!)) {
    ids.push(spot.up[0]!);
    if ((below.get(spot.up[0]!)?.length ?? 0) > 1) break;
  }
  return ids;
}

function spread(ids: string[], fork: string, lane: number, found: Map<string, Height>): void {
  const from = found.get(fork)!.steps;
  const to = found.get(ids.at(-1)!)!.steps;
  ids.slice(0, -1).forEach((id, at) => found.set(id, { steps: from + ((to - from) * (at + 1)) / ids.length, lane }));
}

/** Points at equal distances along the line. */
function windingLine(): Point[] {
  const fine = traverses();
  const lengths = [0];
  fine.slice(1).forEach((point, at) => lengths.push(lengths[at]! + Math.hypot(point.x - fine[at]!.x, point.y - fine[at]!.y)));
  const whole = lengths.at(-1)!;
  let next = 0;
  return Array.from({ length: SAMPLES }, (_, at) => {
    while (next < fine.length - 1 && lengths[next]! < (whole * at) / (SAMPLES - 1)) next += 1;
    return fine[next]!;
  });
}

function traverses(): Point[] {
  const points: Point[] = [];
  let side = -1;
  let y = BOTTOM;
  const edge = () => side * (SWING * (1 - (NARROWING * (BOTTOM - y)) / (BOTTOM - TOP)) - BEND);
  for (let count = 0; count < TRAVERSES; count++) {
    const from = { x: WIDTH / 2 + edge(), y };
    side = -side;
    y -= CLIMB;
    const to = { x: WIDTH / 2 + edge(), y };
    points.push(...straight(from, to), ...bend(to, side));
    y -= 2 * BEND;
  }
  return [...points, ...straight({ x: WIDTH / 2 + edge(), y }, { x: WIDTH / 2, y: y - LAST_CLIMB })];
}

/** From one point on to the other, in steps of about one unit. */
function straight(from: Point, to: Point): Point[] {
  const steps = Math.round(Math.hypot(to.x - from.x, to.y - from.y));
  return Array.from({ length: steps + 1 }, (_, at) => ({ x: from.x + ((to.x - from.x) * at) / steps, y: from.y + ((to.y - from.y) * at) / steps }));
}

/** Half a circle outwards and up. */
function bend(start: Point, side: number): Point[] {
  const steps = Math.round(Math.PI * BEND);
  return Array.from({ length: steps + 1 }, (_, at) => {
    const angle = (Math.PI * at) / steps;
    return { x: start.x + side * BEND * Math.sin(angle), y: start.y - BEND * (1 - Math.cos(angle)) };
  });
}

function aside(line: Point[], part: number, lane: number): Point {
  const at = Math.round(part * (line.length - 1));
  const [before, after] = [line[Math.max(0, at - 6)]!, line[Math.min(line.length - 1, at + 6)]!];
  const length = Math.hypot(after.x - before.x, after.y - before.y) || 1;
  const here = line[at]!;
  return { x: here.x + ((after.y - before.y) / length) * lane * LANE, y: here.y - ((after.x - before.x) / length) * lane * LANE };
}

/** A contour round the summit: the higher `level`, the closer to it. */
export function contour(level: number): string {
  const [rx, ry] = [44 + level * 47, 52 + level * 82];
  const points = Array.from({ length: 49 }, (_, at) => {
    const angle = (at / 48) * 2 * Math.PI;
    const wave = 1 + 0.07 * Math.sin(3 * angle + level * 0.8) + 0.045 * Math.sin(5 * angle + level * 1.7 + 1);
    const [x, y] = [WIDTH / 2 + rx * wave * Math.cos(angle), TOP + level * 16 + ry * wave * Math.sin(angle)];
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
}
