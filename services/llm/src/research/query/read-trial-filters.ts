import { type TrialPhase, type TrialStatus, trialPhaseSchema } from '@lectern/contracts';
import { anyOf, toNumber, toPattern, type UnreadText, wordsOf } from './unread-text.ts';

const numerals: Readonly<Record<string, number>> = { i: 1, ii: 2, iii: 3, iv: 4 };
const numberWords = wordsOf(({ numbers }) => numbers.slice(0, 4).flat());
const phaseNumber = `(?:[1-4](?!\\d)|IV|I{1,3}|${anyOf(numberWords)})[ab]?`;
const phaseWord = anyOf(wordsOf(({ phase }) => phase));
const and = anyOf(wordsOf(({ conjunctions }) => conjunctions));
const phaseList = `${phaseNumber}(?:\\s*(?:[/,–-]|${and})\\s*(?:${phaseWord}\\s+)?${phaseNumber}(?![\\p{L}\\p{N}]))*`;
/** The case ending that a Russian numeral may carry: `3-й`. */
const ending = '(?:-\\p{L}{1,3})?';
const patterns = {
  early: toPattern(anyOf(wordsOf(({ earlyPhase }) => earlyPhase))),
  before: toPattern(`(${phaseList})${ending}\\s+${phaseWord}`),
  behind: toPattern(`${phaseWord}\\s+(${phaseList})`),
};
const range = new RegExp(`^(${phaseNumber})\\s*[–-]\\s*(${phaseNumber})$`, 'iu');
const single = new RegExp(`(?<![\\p{L}\\p{N}])${phaseNumber}(?![\\p{L}\\p{N}])`, 'giu');

export function readPhases(text: UnreadText): TrialPhase[] {
  const found = new Set<string>();
  if (text.consume(patterns.early)) found.add('EARLY_PHASE1');
  const read = ([, list = '']: RegExpExecArray) => {
    const [, from, to] = range.exec(list) ?? [];
    if (from && to) {
      for (let n = toPhase(from); n <= toPhase(to); n += 1) found.add(`PHASE${n}`);
    } else for (const [written] of list.matchAll(single)) found.add(`PHASE${toPhase(written)}`);
  };
  text.consume(patterns.behind, read);
  text.consume(patterns.before, read);
  return trialPhaseSchema.options.filter((phase) => found.has(phase));
}

function toPhase(written: string): number {
  const bare = written.toLowerCase().replace(/^([1-4]|iv|i{1,3})[ab]$/, '$1');
  return numerals[bare] ?? toNumber(bare);
}

const statusNames = [
  'NOT_YET_RECRUITING',
  'ACTIVE_NOT_RECRUITING',
  'ENROLLING_BY_INVITATION',
  'RECRUITING',
  'COMPLETED',
  'SUSPENDED',
  'TERMINATED',
  'WITHDRAWN',
  'UNKNOWN',
] as const satisfies readonly TrialStatus[];
const negated = `(?<!(?<![\\p{L}])${anyOf(wordsOf(({ negations }) => negations))}\\s+)`;
/** Names that contain another one come first. */
const statusPatterns = statusNames.map((status) => {
  const words = anyOf(wordsOf(({ statuses }) => statuses[status]));
  return [status, toPattern(`${negated}${words}`)] as const;
});

/** Reads the statuses of ClinicalTrials.gov, which a question calls by their own names. */
export function readStatuses(text: UnreadText): TrialStatus[] {
  return statusPatterns.flatMap(([status, pattern]) => (text.consume(pattern) ? [status] : []));
}
