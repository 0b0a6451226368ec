import type { Point, Raster } from '../parsing/recognition/recognise-text.ts';

export interface Straightened {
  readonly raster: Raster;
  /** Returns the place in the original of a place in the result. */
  readonly toOriginal: (point: Point) => Point;
}

/** Turns a picture so that a direction in it points to the right; new corners are white. */
export function straighten(original: Raster, along: Point): Straightened {
  const { width: w, height: h } = original;
  const width = Math.round(Math.abs(along.x) * w + Math.abs(along.y) * h);
  const height = Math.round(Math.abs(along.y) * w + Math.abs(along.x) * h);
  const toOriginal = ({ x, y }: Point) => {
    const [u, v] = [x - width / 2, y - height / 2];
    return { x: w / 2 + u * along.x - v * along.y, y: h / 2 + u * along.y + v * along.x };
  };
  const data = new Uint8Array(width * height * 3).fill(255);
  const first = toOriginal({ x: 0.5, y: 0.5 });
  for (let y = 0, to = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, to += 3) {
      const fromX = Math.floor(first.x + x * along.x - y * along.y);
      const fromY = Math.floor(first.y + x * along.y + y * along.x);
      if (fromX < 0 || fromY < 0 || fromX >= w || fromY >= h) continue;
      const from = (fromY * w + fromX) * 3;
      data[to] = original.data[from] as number;
      data[to + 1] = original.data[from + 1] as number;
      data[to + 2] = original.data[from + 2] as number;
    }
  }
  return { raster: { width, height, data }, toOriginal };
}
