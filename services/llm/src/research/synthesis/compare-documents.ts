import { splitSentences } from '@lectern/grounding';
import type { Analyzer } from '@lectern/retrieval';
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
      const statements = [one, other].map(({ n, source, says }) => ({ n, source, says }));
      found.push({
        about: [...one.terms].filter((term) => other.terms.has(term)).join(' '),
        statements,
      });
    }
  }
  return found;
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

function isAlike({ terms: one }: Said, { terms: other }: Said): boolean {
  const shared = [...one].filter((term) => other.has(term)).length;
  return shared >= minTerms && shared >= minShared * Math.min(one.size, other.size);
}
