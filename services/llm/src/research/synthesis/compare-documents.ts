import type { Analyzer } from '@lectern/retrieval';
import { splitSentences } from '@lectern/retrieval/text';
import { readConditions, readInterventions } from '../frame/read-names.ts';
import type { Disagreement } from './find-disagreements.ts';
import { quotePlainly } from './quote-plainly.ts';
import type { RecordSource } from './record-source.ts';

const denial =
  /\b(?:not|no|never|neither|nor|without|cannot|failed to)\b|n[\u2019']t\b|(?<![\p{L}])(?:не|нет|ни|без|никогда)(?![\p{L}])/giu;
/** Shorter sentences share their words by chance. */
const minTerms = 3;
/** Share of the shorter sentence's words that the other one must hold. */
const minShared = 0.8;
const maxPairs = 10;

interface Said {
  readonly n: number;
  readonly source: string;
  readonly says: string;
  readonly terms: ReadonlySet<string>;
  readonly isDenied: boolean;
}

/** Passages of different own documents of which one denies what the other one says in the same words. */
export function compareDocuments(
  analyzer: Analyzer,
  sources: readonly RecordSource[],
): readonly Disagreement[] {
  const said = sources.flatMap((source) =>
    source.kind === 'document' ? readStatements(analyzer, source) : [],
  );
  const found: Disagreement[] = [];
  for (const [index, one] of said.entries()) {
    for (const other of said.slice(index + 1)) {
      if (found.length >= maxPairs) return found;
      if (one.n === other.n || one.isDenied === other.isDenied || !isAlike(one, other)) continue;
      if (nameOthers(one, other)) continue;
      const statements = [one, other].map(({ n, source, says }) => ({ n, source, says }));
      found.push({
        about: nameShared(analyzer, one, other),
        statements,
      });
    }
  }
  return found;
}

/** The words of one statement that the other one holds too, as they are written. */
function nameShared(analyzer: Analyzer, { says }: Said, { terms }: Said): string {
  const words = says.replaceAll(denial, ' ').match(/[\p{L}\p{N}]+(?:[-'’.][\p{L}\p{N}]+)*/gu) ?? [];
  return words
    .filter((word) => analyzer.analyzeDocument(word).some((term) => terms.has(term)))
    .join(' ');
}

function readStatements(
  analyzer: Analyzer,
  { n, passages: [{ title, text }] }: RecordSource,
): Said[] {
  return splitSentences(text).flatMap((sentence) => {
    const terms = new Set(analyzer.analyzeDocument(sentence.text.replaceAll(denial, ' ')));
    if (terms.size < minTerms) return [];
    const says = quotePlainly(sentence.text);
    const isDenied = new RegExp(denial.source, 'iu').test(sentence.text);
    return [{ n, source: quotePlainly(title), says, terms, isDenied }];
  });
}

/** Statements of two medicines, or of two conditions, do not deny each other. */
function nameOthers({ says: one }: Said, { says: other }: Said): boolean {
  return [readInterventions, readConditions].some((read) => {
    const [names, others] = [read(one).names, read(other).names];
    return names.length > 0 && others.length > 0 && !names.some((name) => others.includes(name));
  });
}

function isAlike({ terms: one }: Said, { terms: other }: Said): boolean {
  const shared = [...one].filter((term) => other.has(term)).length;
  return shared >= minTerms && shared >= minShared * Math.min(one.size, other.size);
}
