import { costOfLineBreak } from '@lectern/retrieval/text';
import { createRun, type Run } from './merge-sections.ts';
import type { Passage } from './passage.ts';

/**
 * Splits a run that exceeds the limit into parts of similar size. A part never ends with a heading,
 * and starts with the end of the previous part as far as the overlap allows.
 *
 * @param limit maximum cost of a part; no passage costs more.
 * @param overlap maximum cost of the repeated passages.
 */
export function splitRun(run: Run, limit: number, overlap: number): readonly Passage[][] {
  if (run.cost <= limit) return [[...run.passages]];
  const target = run.cost / Math.ceil(run.cost / (limit - overlap / 2));
  const parts: Passage[][] = [];
  let part: Passage[] = [];
  /** Passages at the part's start that are repeated from the previous part. */
  let repeated = 0;
  let cost = 0;
  for (const passage of run.passages) {
    const added = passage.cost + costOfLineBreak;
    const isFull = cost + passage.cost > limit;
    if (part.length > 0 && (isFull || cost + added / 2 > target)) {
      const next = removeTrailingHeadings(part, limit - added);
      if (part.length > repeated) parts.push(part);
      const room = limit - added - createRun(next).cost - costOfLineBreak;
      const again = repeatEnd(parts.at(-1) ?? [], Math.min(overlap, room));
      repeated = again.length;
      part = [...again, ...next];
      cost = part.length > 0 ? createRun(part).cost + costOfLineBreak : 0;
    }
    part.push(passage);
    cost += added;
  }
  parts.push(part);
  return parts;
}

/** Removes the headings at the end of a part, as many as fit into the room. */
function removeTrailingHeadings(part: Passage[], room: number): Passage[] {
  const taken: Passage[] = [];
  let left = room;
  while (part.at(-1)?.block.kind === 'heading') {
    left -= (part.at(-1) as Passage).cost + costOfLineBreak;
    if (left < 0) break;
    taken.unshift(part.pop() as Passage);
  }
  return taken;
}

function repeatEnd(part: readonly Passage[], budget: number): Passage[] {
  let first = part.length;
  let left = budget;
  while (first > 1) {
    const passage = part[first - 1] as Passage;
    left -= passage.cost + costOfLineBreak;
    if (left < 0) break;
    first -= 1;
  }
  return part.slice(first);
}
