import type { Box, Point } from '../parsing/recognition/recognise-text.ts';

/** Probability of text for each point of a picture, row by row. */
export interface TextMap {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

/** Parameters of the post-processing that the detection model was published with. */
const minProbability = 0.3;
const minMeanProbability = 0.5;
const unclipRatio = 1.6;
const minSide = 3;
const maxBoxes = 1000;

/** Returns the rectangles around connected areas that are probably text. */
export function findBoxes({ width, height, data }: TextMap): Box[] {
  const seen = new Uint8Array(width * height);
  const stack: number[] = [];
  const boxes: Box[] = [];
  for (let start = 0; start < seen.length && boxes.length < maxBoxes; start += 1) {
    if (seen[start] || (data[start] as number) <= minProbability) continue;
    let sum = 0;
    let count = 0;
    // The first and the last point of each row hold the whole hull.
    const rows = new Map<number, [number, number]>();
    seen[start] = 1;
    stack.push(start);
    while (stack.length > 0) {
      const at = stack.pop() as number;
      const x = at % width;
      const y = (at - x) / width;
      sum += data[at] as number;
      count += 1;
      const row = rows.get(y);
      if (row === undefined) rows.set(y, [x, x]);
      else if (x < row[0]) row[0] = x;
      else if (x > row[1]) row[1] = x;
      for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v += 1) {
        for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u += 1) {
          const next = v * width + u;
          if (seen[next] || (data[next] as number) <= minProbability) continue;
          seen[next] = 1;
          stack.push(next);
        }
      }
    }
    if (sum / count < minMeanProbability) continue;
    const points = [...rows].flatMap(([y, [from, to]]) => [
      { x: from, y },
      { x: to + 1, y },
      { x: from, y: y + 1 },
      { x: to + 1, y: y + 1 },
    ]);
    const box = smallestBox(findHull(points));
    if (Math.min(box.width, box.height) < minSide) continue;
    // The model marks the middle of the letters; this distance restores their whole height.
    const distance = (box.width * box.height * unclipRatio) / (2 * (box.width + box.height));
    boxes.push({ ...box, width: box.width + 2 * distance, height: box.height + 2 * distance });
  }
  return boxes;
}

/** Returns the convex hull by Andrew's monotone chain. */
function findHull(points: Point[]): Point[] {
  points.sort((a, b) => a.x - b.x || a.y - b.y);
  const chain = (ordered: readonly Point[]) => {
    const hull: Point[] = [];
    for (const point of ordered) {
      while (hull.length > 1 && turn(hull.at(-2) as Point, hull.at(-1) as Point, point) <= 0)
        hull.pop();
      hull.push(point);
    }
    hull.pop();
    return hull;
  };
  return [...chain(points), ...chain(points.toReversed())];
}

function turn(a: Point, b: Point, c: Point): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/** Returns the rectangle of smallest area around a convex hull: one of its sides is a hull's side. */
function smallestBox(hull: readonly Point[]): Box {
  let best: { box: Box; area: number } | undefined;
  for (const [at, point] of hull.entries()) {
    const next = hull[(at + 1) % hull.length] as Point;
    const length = Math.hypot(next.x - point.x, next.y - point.y);
    if (length === 0) continue;
    let along = { x: (next.x - point.x) / length, y: (next.y - point.y) / length };
    // The box may be turned in four ways: its line runs the way that is nearest to left to right.
    while (Math.abs(along.y) > Math.abs(along.x) || along.x < 0)
      along = { x: -along.y, y: along.x };
    const across = { x: -along.y, y: along.x };
    const us = hull.map(({ x, y }) => x * along.x + y * along.y);
    const vs = hull.map(({ x, y }) => x * across.x + y * across.y);
    const [left, right] = [Math.min(...us), Math.max(...us)];
    const [top, bottom] = [Math.min(...vs), Math.max(...vs)];
    const area = (right - left) * (bottom - top);
    if (best !== undefined && area >= best.area) continue;
    const [u, v] = [(left + right) / 2, (top + bottom) / 2];
    const center = { x: u * along.x + v * across.x, y: u * along.y + v * across.y };
    best = { area, box: { center, along, width: right - left, height: bottom - top } };
  }
  return best?.box as Box;
}
