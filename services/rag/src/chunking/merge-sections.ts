import { costOfLineBreak } from '@lectern/retrieval/text';
import type { Passage } from './passage.ts';

/** Passages that stay together, and their cost including the line breaks between them. */
export interface Run {
  readonly passages: readonly Passage[];
  readonly cost: number;
}

/** Shares of the limit below which a run is merged with the next section. */
const smallShare = 0.5;
const tinyShare = 0.2;

/**
 * Splits the passages at sections and pages. A small section is merged with the next one while both
 * fit; only a tiny one is merged with the next top-level section. A heading always stays with the
 * text below it.
 */
export function mergeSections(passages: readonly Passage[], limit: number): Run[] {
  const runs: Run[] = [];
  for (const section of partAtSections(passages)) {
    const previous = runs.at(-1);
    if (previous !== undefined && belongTogether(previous, section, limit)) {
      runs[runs.length - 1] = joinRuns(previous, section);
    } else {
      runs.push(section);
    }
  }
  return runs;
}

export function createRun(passages: readonly Passage[]): Run {
  let cost = costOfLineBreak * Math.max(0, passages.length - 1);
  for (const passage of passages) cost += passage.cost;
  return { passages, cost };
}

function* partAtSections(passages: readonly Passage[]): Generator<Run> {
  let first = 0;
  for (let at = 1; at <= passages.length; at += 1) {
    const boundary = passages[at]?.boundary;
    if (at === passages.length || (boundary !== 'none' && boundary !== 'block')) {
      yield createRun(passages.slice(first, at));
      first = at;
    }
  }
}

function joinRuns(a: Run, b: Run): Run {
  return {
    passages: [...a.passages, ...b.passages],
    cost: a.cost + costOfLineBreak + b.cost,
  };
}

function belongTogether(previous: Run, next: Run, limit: number): boolean {
  if (next.passages[0]?.boundary === 'break') return false;
  if (previous.cost < limit && previous.passages.every(isHeading)) return true;
  const fits = previous.cost + costOfLineBreak + next.cost <= limit;
  const isTiny = previous.cost < tinyShare * limit;
  if (next.passages[0]?.boundary === 'top_section') return fits && isTiny;
  if (isTiny) return true;
  const isRest = next.cost < tinyShare * limit && !next.passages.every(isHeading);
  return fits && (previous.cost < smallShare * limit || isRest);
}

function isHeading(passage: Passage): boolean {
  return passage.block.kind === 'heading';
}
