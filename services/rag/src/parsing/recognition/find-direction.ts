import type { Point, RecognisedLine } from './recognise-text.ts';

const quarter = Math.PI / 2;

/**
 * Returns the reading direction of most of a picture's text: the median of the lines within an
 * eighth of a turn around the right angle that has most of the text.
 */
export function findDirection(lines: readonly Pick<RecognisedLine, 'box'>[]): Point {
  const byQuarter = new Map<number, { length: number; angles: number[] }>();
  for (const { box } of lines) {
    const angle = Math.atan2(box.along.y, box.along.x);
    const key = (Math.round(angle / quarter) + 4) % 4;
    const entry = byQuarter.get(key) ?? { length: 0, angles: [] };
    entry.length += box.width;
    // A short box has an unreliable angle.
    if (box.width > 4 * box.height)
      entry.angles.push(angle - Math.round(angle / quarter) * quarter);
    byQuarter.set(key, entry);
  }
  const [most] = [...byQuarter].toSorted((a, b) => b[1].length - a[1].length);
  if (most === undefined) return { x: 1, y: 0 };
  const [key, { angles }] = most;
  const skew = angles.toSorted((a, b) => a - b)[angles.length >> 1] ?? 0;
  return { x: Math.cos(key * quarter + skew), y: Math.sin(key * quarter + skew) };
}
