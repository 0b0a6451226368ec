import type { Analyzer } from '@lectern/retrieval';
import { splitStatements } from '@lectern/retrieval/evidence';
import type { Sentence } from '@lectern/retrieval/text';

/** The best quote for a claim. Offsets are code units of the text. */
export interface Quote {
  readonly start: number;
  readonly end: number;
  /** Share of the claim's terms in the quote. */
  readonly containment: number;
}

/** Minimum gain for a quote of two sentences. */
const pairGain = 0.15;

/**
 * Finds the one or two adjacent sentences that contain most of a claim; undefined for an empty
 * text.
 */
export function findQuote(analyzer: Analyzer, claim: string, text: string): Quote | undefined {
  const verbatim = findVerbatim(claim, text);
  if (verbatim) return verbatim;
  const terms = analyzer.analyzeQuery(claim).map(({ term }) => term);
  const sentences = splitStatements(text).map((sentence) => ({
    ...sentence,
    terms: new Set(analyzer.analyzeDocument(sentence.readableText)),
  }));
  let best: Quote | undefined;
  let bestValue = -1;
  const consider = (first: Sentence, last: Sentence, held: (term: string) => boolean) => {
    const containment = terms.length === 0 ? 0 : terms.filter(held).length / terms.length;
    const value = first === last ? containment : containment - pairGain;
    if (value <= bestValue) return;
    bestValue = value;
    best = { start: first.start, end: last.end, containment };
  };
  for (const sentence of sentences)
    consider(sentence, sentence, (term) => sentence.terms.has(term));
  for (const [index, sentence] of sentences.entries()) {
    const next = sentences[index + 1];
    if (!next || next.paragraph !== sentence.paragraph) continue;
    consider(sentence, next, (term) => sentence.terms.has(term) || next.terms.has(term));
  }
  return best;
}

const minVerbatimLength = 15;

/** Finds the claim verbatim, with any white space. Returns undefined for a short one. */
export function findVerbatim(claim: string, text: string): Quote | undefined {
  const wanted = claim
    .trim()
    .replace(/[.。]$/u, '')
    .split(/\s+/);
  const length = wanted.join(' ').length;
  if (length < minVerbatimLength || length > text.length) return undefined;
  const pattern = wanted
    .map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    // A source's own `[12]` is shown as `(12)`: see `defuseMarkers`.
    .map((word) => word.replaceAll(/\\\((\d{1,3})\\\)/g, '[[(]$1[\\])]'))
    .join('\\s+');
  const match = new RegExp(pattern, 'iu').exec(text);
  if (!match) return undefined;
  const end = match.index + match[0].length;
  const stop = /^[.。]/u.test(text.slice(end)) ? 1 : 0;
  return { start: match.index, end: end + stop, containment: 1 };
}
