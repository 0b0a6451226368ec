import { readPhases } from './read-phases.ts';
import { readStatuses } from './read-trial-filters.ts';

const or = /(?<![\p{L}])(?:or|или|либо)(?![\p{L}])/giu;
/** As far from the word as a phase or a status belongs to it. */
const nearWords = 3;

/** The words between a phase and a status: the registry is asked for both, and never for any one. */
export function findMixedOr(text: string): readonly string[] {
  return [...text.matchAll(or)].flatMap(({ 0: said, index }) => {
    const before = kindOf(splitWords(text.slice(0, index)).slice(-nearWords));
    const after = kindOf(splitWords(text.slice(index + said.length)).slice(0, nearWords));
    return before && after && before !== after ? [said.toLowerCase()] : [];
  });
}

function kindOf(words: readonly string[]): 'phase' | 'status' | undefined {
  const text = words.join(' ');
  const isPhase = readPhases(text).values.length > 0;
  const isStatus = readStatuses(text).values.length > 0;
  if (isPhase === isStatus) return undefined;
  return isPhase ? 'phase' : 'status';
}

function splitWords(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}
