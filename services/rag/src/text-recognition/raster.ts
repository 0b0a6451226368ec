import type { Box, Raster } from '../parsing/recognition/recognise-text.ts';

/** Planes of red, green and blue from -1 to 1, as the models expect them. */
export interface Planes {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

/** Shrinks a picture by averaging, or enlarges it by the nearest sample. */
export function resize(raster: Raster, width: number, height: number): Raster {
  if (width === raster.width && height === raster.height) return raster;
  const data = new Uint8Array(width * height * 3);
  const columns = edges(width, raster.width);
  const rows = edges(height, raster.height);
  let to = 0;
  for (let y = 0; y < height; y += 1) {
    const [top, bottom] = [
      rows[y] as number,
      Math.max(rows[y + 1] as number, (rows[y] as number) + 1),
    ];
    for (let x = 0; x < width; x += 1) {
      const left = columns[x] as number;
      const right = Math.max(columns[x + 1] as number, left + 1);
      let [red, green, blue] = [0, 0, 0];
      for (let v = top; v < bottom; v += 1) {
        let from = (v * raster.width + left) * 3;
        for (let u = left; u < right; u += 1, from += 3) {
          red += raster.data[from] as number;
          green += raster.data[from + 1] as number;
          blue += raster.data[from + 2] as number;
        }
      }
      const count = (bottom - top) * (right - left);
      data[to] = red / count;
      data[to + 1] = green / count;
      data[to + 2] = blue / count;
      to += 3;
    }
  }
  return { width, height, data };
}

function edges(count: number, length: number): Uint32Array {
  return Uint32Array.from({ length: count + 1 }, (_, at) => Math.floor((at * length) / count));
}

/**
 * Returns a box of a picture upright, in a given size. Samples outside the picture repeat its edge;
 * columns past `filled` are grey.
 */
export function cut(
  raster: Raster,
  box: Box,
  size: { width: number; height: number; filled: number },
): Planes {
  const { width, height, filled } = size;
  const area = width * height;
  const data = new Float32Array(area * 3);
  const { along, center } = box;
  const across = { x: -along.y, y: along.x };
  const [stepX, stepY] = [box.width / filled, box.height / height];
  // A box that is larger than its cut is averaged over as many samples as fall on one of the cut.
  const samples = Math.min(4, Math.max(1, Math.round(Math.max(stepX, stepY))));
  const share = 1 / (samples * samples * 127.5);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < filled; x += 1) {
      let [red, green, blue] = [0, 0, 0];
      for (let part = 0; part < samples * samples; part += 1) {
        const u = (x + ((part % samples) + 0.5) / samples) * stepX - box.width / 2;
        const v = (y + (Math.floor(part / samples) + 0.5) / samples) * stepY - box.height / 2;
        const px = center.x + u * along.x + v * across.x - 0.5;
        const py = center.y + u * along.y + v * across.y - 0.5;
        const x0 = clamp(Math.floor(px), raster.width);
        const y0 = clamp(Math.floor(py), raster.height);
        const x1 = Math.min(x0 + 1, raster.width - 1);
        const y1 = Math.min(y0 + 1, raster.height - 1);
        const fx = Math.min(1, Math.max(0, px - x0));
        const fy = Math.min(1, Math.max(0, py - y0));
        const weights = [(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy] as const;
        const a = (y0 * raster.width + x0) * 3;
        const b = (y0 * raster.width + x1) * 3;
        const c = (y1 * raster.width + x0) * 3;
        const d = (y1 * raster.width + x1) * 3;
        const mix = (plane: number) =>
          (raster.data[a + plane] as number) * weights[0] +
          (raster.data[b + plane] as number) * weights[1] +
          (raster.data[c + plane] as number) * weights[2] +
          (raster.data[d + plane] as number) * weights[3];
        red += mix(0);
        green += mix(1);
        blue += mix(2);
      }
      const to = y * width + x;
      data[to] = blue * share - 1;
      data[to + area] = green * share - 1;
      data[to + 2 * area] = red * share - 1;
    }
  }
  return { width, height, data };
}

function clamp(value: number, length: number): number {
  return Math.min(length - 1, Math.max(0, value));
}

/** Returns a whole picture in the models' form, padded with white on the right and below. */
export function toPlanes(raster: Raster, width: number, height: number): Planes {
  const area = width * height;
  const data = new Float32Array(area * 3).fill(1);
  for (let y = 0; y < raster.height; y += 1) {
    let from = y * raster.width * 3;
    for (let to = y * width; to < y * width + raster.width; to += 1, from += 3) {
      data[to] = (raster.data[from + 2] as number) / 127.5 - 1;
      data[to + area] = (raster.data[from + 1] as number) / 127.5 - 1;
      data[to + 2 * area] = (raster.data[from] as number) / 127.5 - 1;
    }
  }
  return { width, height, data };
}
