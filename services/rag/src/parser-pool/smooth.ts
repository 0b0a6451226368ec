import type { Raster } from '../parsing/recognition/recognise-text.ts';

/** Samples of a picture: red, green and blue. */
const channels = 3;

/** Weighs each sample with its neighbours, 1 2 1 in both directions; the margin stays as it is. */
export function smooth({ width, height, data }: Raster): Raster {
  const rows = weighNeighbours(data, channels);
  return { width, height, data: weighNeighbours(rows, channels * width) };
}

function weighNeighbours(data: Uint8Array, step: number): Uint8Array {
  const smoothed = data.slice();
  for (let at = step; at < data.length - step; at += 1) {
    const [before, own, after] = [data[at - step], data[at], data[at + step]] as number[];
    smoothed[at] = ((before as number) + 2 * (own as number) + (after as number) + 2) >> 2;
  }
  return smoothed;
}
