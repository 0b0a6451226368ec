import type { AnswerPlace, Citation, Warning } from '@lectern/contracts';
import { listCited, withoutMarkers } from '@lectern/models';
import type { Analyzer } from '@lectern/retrieval';
import { detectLanguage } from '@lectern/retrieval/language';
import { countCodePoints, splitSentences } from '@lectern/retrieval/text';
import type { NumberedSource } from '../numbered-source.ts';
import type { Passage } from '../passage.ts';
import type { GivenQuote, RemovedMarker } from '../written-answer.ts';
import { createCitationId } from './citation-id.ts';
import { coverQuotations } from './cover-quotations.ts';
import { findQuote, findVerbatim, type Quote } from './find-quote.ts';

export interface CheckedAnswer {
  /** The answer, with added citations. */
  readonly text: string;
  /** One citation per cited source, by number. */
  readonly citations: readonly Citation[];
  readonly warnings: readonly Warning[];
}

/** An answer as a model wrote it. Each of its markers `[n]` names a source. */
export interface AnswerToCheck {
  readonly text: string;
  /** Markers that were removed since they name no source. */
  readonly removed?: readonly RemovedMarker[];
  readonly quotes?: readonly GivenQuote[];
}

/** Minimum share of a claim's terms in its quote. */
const supportedShare = 0.5;
/** Minimum share for adding a citation to a sentence. */
const completedShare = 0.75;
const minTermsToComplete = 3;

/**
 * Checks each `[n]` of an answer against its source, clause by clause: finds the passage that
 * supports the claim. An answer without citations gets them where a sentence is nearly the same as
 * one of a source. The warnings have the places of unsupported statements.
 */
export function checkCitations(
  analyzer: Analyzer,
  { text: answer, removed = [], quotes = [] }: AnswerToCheck,
  sources: readonly NumberedSource[],
): CheckedAnswer {
  const needsCitations = listCited(answer).length === 0 && answer.trim() !== '';
  const { text, shift } = needsCitations
    ? completeCitations(analyzer, answer, sources)
    : { text: answer, shift: (at: number) => at };
  const warnings: Warning[] = removed.map(({ n, at }) => ({
    code: 'citation_invalid',
    message: `[${n}] names no source; it was removed.`,
    places: findSentence(text, shift(at)),
  }));
  if (needsCitations && listCited(text).length === 0) {
    warnings.push({
      code: 'answer_without_citations',
      message: 'No source could be found for this answer.',
    });
  }
  const claims = readClaims(text).map(({ cited, ...claim }) => ({
    ...claim,
    found: sources
      .filter(({ n }) => cited.includes(n))
      .map((source) => ({ source, ...checkClaim(analyzer, claim.claim, { source, quotes }) })),
  }));
  const citations = listCited(text)
    .toSorted((a, b) => a - b)
    .flatMap((n) => {
      const source = sources.find((candidate) => candidate.n === n);
      const checks = claims.flatMap(({ found }) => found.filter((one) => one.source.n === n));
      return source ? [cite(source, checks)] : [];
    });
  const unsupported = citations.filter(({ supported }) => !supported).map(({ n }) => `[${n}]`);
  if (unsupported.length > 0) {
    warnings.push({
      code: 'citation_unsupported',
      message: `The cited passage does not clearly say it: ${unsupported.join(', ')}.`,
      places: claims
        .filter(({ found }) => found.length > 0 && !found.some(({ supported }) => supported))
        .map((claim) => toPlace(text, claim)),
    });
  }
  return { text, citations, warnings };
}

interface Claim {
  readonly claim: string;
  readonly cited: readonly number[];
  /** Range in the answer, in code units. */
  readonly start: number;
  readonly end: number;
}

/** Returns a range of code units in code points. */
function toPlace(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): AnswerPlace {
  return { start: countCodePoints(text, start), end: countCodePoints(text, end) };
}

function findSentence(text: string, at: number): AnswerPlace[] {
  const sentences = splitSentences(text);
  const sentence = sentences.findLast(({ start }) => start <= at) ?? sentences[0];
  return sentence ? [toPlace(text, sentence)] : [];
}

/**
 * End of a marker within a sentence: quoted rows end without a full stop, so a capital after the
 * marker begins the next claim.
 */
const behindMarker = /(?<=[^[\]]{15}\s?(?:\[\d{1,3}\])+)\s+(?=["“«]?[\p{Lu}\p{Lo}\p{N}])/u;

/** A clause up to its markers. */
const clausePattern = /.*?(?:\s*\[\d{1,3}\])+/gsu;

/** Splits a sentence behind its markers. What follows the last one belongs to the last clause. */
function splitClauses(sentence: string): readonly string[] {
  const clauses = sentence.match(clausePattern) ?? [];
  const rest = sentence.slice(clauses.join('').length);
  return clauses.map((clause, at) => (at === clauses.length - 1 ? clause + rest : clause));
}

/**
 * Returns the claims of a text with their citations, clause by clause. A marker after the full stop
 * belongs to the sentence before it.
 */
function readClaims(text: string): Claim[] {
  const claims: Claim[] = [];
  // The length stays the same, so that places stay valid.
  const joined = text.replaceAll(/([.!?。！？])((?:\s*\[\d{1,3}\])+)/gu, '$2$1');
  for (const sentence of splitSentences(joined)) {
    let from = sentence.start;
    for (const part of sentence.text.split(behindMarker)) {
      for (const clause of splitClauses(part)) {
        const at = joined.indexOf(clause, from);
        from = at + clause.length;
        claims.push({
          claim: withoutMarkers(clause),
          cited: listCited(clause),
          start: at + clause.length - clause.trimStart().length,
          end: from,
        });
      }
    }
  }
  return claims;
}

/** Result of the check of a claim against one source. */
interface ClaimCheck {
  readonly place: Place | undefined;
  readonly supported: boolean;
}

function checkClaim(
  analyzer: Analyzer,
  claim: string,
  { source, quotes }: { readonly source: NumberedSource; readonly quotes: readonly GivenQuote[] },
): ClaimCheck {
  const place =
    findGiven(analyzer, claim, listVerbatim(quotes, source)) ??
    findInSource(analyzer, claim, source);
  const supported = place !== undefined && place.quote.containment >= supportedShare;
  return { place, supported: supported && holdsNumbers(claim, source) };
}

function listVerbatim(quotes: readonly GivenQuote[], { n, passages }: NumberedSource): Place[] {
  return quotes
    .filter(({ source }) => source === n)
    .flatMap(({ quote: given }) => {
      for (const passage of passages) {
        const quote = findVerbatim(given, passage.text);
        if (quote) return [{ passage, quote }];
      }
      return [];
    });
}

/** Finds the given quote that supports a claim. Words of two languages cannot be compared. */
function findGiven(analyzer: Analyzer, claim: string, given: readonly Place[]): Place | undefined {
  return given.find(({ passage, quote: { start, end } }) => {
    const text = passage.text.slice(start, end);
    const shared = findQuote(analyzer, claim, text)?.containment ?? 0;
    return shared >= supportedShare || detectLanguage(claim) !== detectLanguage(text);
  });
}

/** Maximum length of a quote for several claims. */
const maxQuoteLength = 800;

function cite(source: NumberedSource, checks: readonly ClaimCheck[]): Citation {
  const found = checks.map(({ place }) => place);
  const passage = findFirstQuoted(found) ?? source.passages[0];
  const quotes = found.flatMap((place) => (place?.passage === passage ? [place.quote] : []));
  const { start, end } = coverQuotations(passage.text, coverAll(quotes));
  const quote = passage.text.slice(start, end);
  const firstCodePoint = passage.start + countCodePoints(passage.text, start);
  const { correctedUntil } = passage;
  const place =
    correctedUntil === undefined
      ? { start: firstCodePoint, end: firstCodePoint + countCodePoints(quote) }
      : { start: passage.start, end: correctedUntil };
  return {
    id: createCitationId(passage, place),
    n: source.n,
    document_id: passage.documentId,
    version: passage.version,
    chunk_id: passage.chunkId,
    title: passage.title,
    file_name: passage.fileName,
    mime_type: passage.mimeType,
    url: passage.url,
    page: pageAt(passage, place.start),
    ...place,
    quote,
    ...(correctedUntil !== undefined && { corrected: true }),
    supported: checks.length > 0 && checks.every(({ supported }) => supported),
  };
}

function pageAt({ page, pages }: Passage, offset: number): number | null {
  return pages.findLast(({ start }) => start <= offset)?.page ?? page;
}

interface Place {
  readonly passage: Passage;
  readonly quote: Quote;
}

/**
 * Finds the best quote for a claim. Among equal quotes the one of the most relevant passage wins.
 */
function findInSource(
  analyzer: Analyzer,
  claim: string,
  { passages }: NumberedSource,
): Place | undefined {
  let best: Place | undefined;
  for (const passage of passages.toSorted((a, b) => (b.relevance ?? 0) - (a.relevance ?? 0))) {
    const quote = findQuote(analyzer, claim, passage.text);
    if (quote && quote.containment > (best?.quote.containment ?? -1)) best = { passage, quote };
    if (quote?.containment === 1) break;
  }
  return best;
}

/** Returns the passage of the first supported claim, since an answer begins with the main claim. */
function findFirstQuoted(places: readonly (Place | undefined)[]): Passage | undefined {
  const found = places.filter((place) => place !== undefined);
  const supported = found.find(({ quote }) => quote.containment >= supportedShare);
  return (supported ?? found[0])?.passage;
}

/**
 * Returns the range from the first quote to the last, or the first quote where that is too long.
 */
function coverAll(quotes: readonly Quote[]): { start: number; end: number } {
  const [first] = quotes;
  if (!first) return { start: 0, end: 0 };
  const start = Math.min(...quotes.map((quote) => quote.start));
  const end = Math.max(...quotes.map((quote) => quote.end));
  return end - start <= maxQuoteLength ? { start, end } : first;
}

/**
 * Returns whether the source contains every number of a claim. Cells of a row look like the groups
 * of one number, so the source may contain either.
 */
function holdsNumbers(claim: string, source: NumberedSource): boolean {
  const texts = source.passages.flatMap(({ title, text }) => [title, text]);
  const held = new Set(texts.flatMap(numbersOf).map(digitsOf));
  return numbersOf(claim).every(
    (number) =>
      held.has(digitsOf(number)) || number.split(/\s/).every((part) => held.has(digitsOf(part))),
  );
}

/** Returns the numbers of a text, with the spaces between groups of three digits. */
function numbersOf(text: string): string[] {
  return text.match(/\p{N}+(?:[.,\u00a0 ]\p{N}{3})*(?:[.,]\p{N}+)?/gu) ?? [];
}

function digitsOf(number: string): string {
  return number.replaceAll(/[^\p{N}]/gu, '');
}

/** Adds citations; `shift` maps a place of the text to its place in the completed one. */
function completeCitations(
  analyzer: Analyzer,
  text: string,
  sources: readonly NumberedSource[],
): { readonly text: string; readonly shift: (at: number) => number } {
  let completed = '';
  let from = 0;
  const added: { readonly at: number; readonly length: number }[] = [];
  for (const sentence of splitSentences(text)) {
    const n = findSource(analyzer, sentence.text, sources);
    if (n === undefined) continue;
    const marker = ` [${n}]`;
    completed += `${text.slice(from, sentence.end)}${marker}`;
    from = sentence.end;
    added.push({ at: sentence.end, length: marker.length });
  }
  return {
    text: completed + text.slice(from),
    shift: (place) =>
      added.reduce((sum, { at, length }) => (at < place ? sum + length : sum), place),
  };
}

function findSource(
  analyzer: Analyzer,
  claim: string,
  sources: readonly NumberedSource[],
): number | undefined {
  if (analyzer.analyzeQuery(claim).length < minTermsToComplete) return undefined;
  let best: { n: number; containment: number } | undefined;
  for (const source of sources) {
    const containment = findInSource(analyzer, claim, source)?.quote.containment ?? 0;
    if (containment < completedShare || containment <= (best?.containment ?? 0)) continue;
    if (holdsNumbers(claim, source)) best = { n: source.n, containment };
  }
  return best?.n;
}
