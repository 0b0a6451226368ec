import type { Analyzer } from '@lectern/retrieval';
import { scoreUnits } from '@lectern/retrieval/evidence';
import { defuseMarkers } from '../citation-markers.ts';
import type { ExtractiveSource } from '../language-model.ts';
import { filterRowsBySubject } from './filter-rows-by-subject.ts';
import { findList, isCode } from './find-list.ts';

/** A quoted sentence of an answer. */
export interface AnswerSentence {
  readonly text: string;
  readonly source: number;
  /** The steps, the list or the code that the sentence introduces, line by line. */
  readonly items?: readonly string[];
}

/** A question, and the query with the parts of the conversation that it refers to. */
export interface AskedQuestion {
  readonly question: string;
  readonly query: string;
}

/** Maximum sources that are read, the best first. */
const maxSources = 8;
/** Minimum share of the question's terms in and around the best sentence. */
const minContextShare = 0.15;
/** Maximum distance of a further sentence from the best one, in log odds. */
const maxBehind = 1.5;
/** Maximum distance of a sentence that does not fit the kind of answer, where the best one does. */
const maxBehindWithoutKind = 1;
const maxSentences = 3;
const maxCharacters = 900;
/** Share of a sentence's terms in a better one from which on it is left out. */
const sameShare = 0.6;

/** Words at the start of a sentence that refer to the sentence before. */
const refersBack =
  /^(?:it|its|this|these|that|those|they|their|he|his|she|her|such|however|also|therefore|thus|both|instead|otherwise|он|она|оно|они|его|её|ее|их|это|этот|эта|эти|такой|такая|такие|однако|также|поэтому|кроме того|при этом|它|他|她|这|那|该|其)(?![\p{L}])|^(?:它|他|她|这|那|该|其)/iu;

/**
 * Returns the one to three sentences or rows that best answer a question, the best first; empty when
 * the sources are unrelated to it. The caller has decided by the evidence whether they answer it.
 */
export function chooseAnswer(
  analyzer: Analyzer,
  asked: AskedQuestion,
  sources: readonly ExtractiveSource[],
): AnswerSentence[] {
  const read = { sources: sources.slice(0, maxSources) };
  const units = scoreUnits(analyzer, asked, read);
  const ranked = filterRowsBySubject(analyzer, asked, units).toSorted((a, b) => b.score - a.score);
  const [best] = ranked;
  if (!best || shareOfAsked(asked, best) < minContextShare) return [];

  const { question, query } = asked;
  // A further sentence fits the person's own words as well: the query may hold an earlier question.
  const ownScores = new Map(
    (query === question ? [] : scoreUnits(analyzer, { question, query: question }, read)).map(
      (unit) => [placeOf(unit), unit.score],
    ),
  );
  const ownScoreOf = (unit: Unit) => ownScores.get(placeOf(unit)) ?? 0;

  const chosen: Unit[] = [];
  let characters = 0;
  for (const unit of ranked) {
    const behind = Math.max(best.score - unit.score, ownScoreOf(best) - ownScoreOf(unit));
    if (chosen.length === maxSentences || best.score - unit.score > maxBehind) break;
    if (behind > maxBehind) continue;
    if (chosen.length > 0 && characters + unit.readableText.length > maxCharacters) continue;
    if (best.kindFit && !unit.kindFit && behind > maxBehindWithoutKind) continue;
    if (chosen.some((other) => addsNothing(other, unit))) continue;
    chosen.push(unit);
    characters += unit.readableText.length;
  }
  const termsOf = (text: string) => analyzer.analyzeQuery(text).map(({ term }) => term);
  const askedTerms = new Set(termsOf(query));
  const repeatsQuestion = (unit: Unit) =>
    isHeading(unit) &&
    (unit.isAskedSection || termsOf(unit.readableText).every((term) => askedTerms.has(term))) &&
    !findListOf(unit, sources[unit.source]?.text ?? '');
  const withText = chosen.flatMap((unit) =>
    repeatsQuestion(unit) ? listUnitsBelow(unit, units) : [unit],
  );
  const told = withLeadingSentence([...new Set(withText)].slice(0, maxSentences), units);
  return withLists(told, sources).map(({ unit, items }) => ({
    text: asProse(unit.readableText),
    source: sources[unit.source]?.n ?? unit.source + 1,
    ...(items.length > 0 && { items: asItems(items) }),
  }));
}

/** The own words of a follow-up may be few and common, so the words that it refers to count too. */
function shareOfAsked({ question, query }: AskedQuestion, { context, features }: Unit): number {
  return query === question ? context : Math.max(context, features.source);
}

type Unit = ReturnType<typeof scoreUnits>[number];

function placeOf({ source, start }: Unit): string {
  return `${source} ${start}`;
}

function addsNothing(better: Unit, unit: Unit): boolean {
  const common = [...unit.terms].filter((term) => better.terms.has(term)).length;
  return common / Math.max(1, unit.terms.size) > sameShare;
}

/** Returns the sentences below a heading, or the heading where there are none. */
function listUnitsBelow(heading: Unit, all: readonly Unit[]): readonly Unit[] {
  const below = all.filter(
    ({ source, position }) => source === heading.source && position > heading.position,
  );
  const from = below.findIndex((unit) => !isHeading(unit));
  if (from === -1) return [heading];
  const end = below.findIndex((unit, at) => at > from && isHeading(unit));
  return below.slice(from, end === -1 ? undefined : end).slice(0, maxSentences);
}

function isHeading({ headingLevel }: Unit): boolean {
  return headingLevel !== undefined;
}

/**
 * Prepends the sentence before the best one, where the best one refers to it, or the heading of the
 * list that the best one is an item of.
 */
function withLeadingSentence(chosen: readonly Unit[], all: readonly Unit[]): readonly Unit[] {
  const [best, ...others] = chosen;
  if (!best) return chosen;
  const leading = isItem(best) ? findListHeading(best, all) : findReferred(best, all);
  if (!leading || leading.readableText.length + best.readableText.length > maxCharacters)
    return chosen;
  return [leading, best, ...others.filter((other) => other !== leading)].slice(0, maxSentences);
}

function findReferred(best: Unit, all: readonly Unit[]): Unit | undefined {
  if (!refersBack.test(best.readableText)) return undefined;
  return all.find(
    ({ source, position, paragraph }) =>
      source === best.source && position === best.position - 1 && paragraph === best.paragraph,
  );
}

function isItem({ text }: Unit): boolean {
  return /^[-*•‣▪+]\s/u.test(text);
}

/** Returns the heading directly above the list of an item. */
function findListHeading(item: Unit, all: readonly Unit[]): Unit | undefined {
  const above = all.findLast(
    (unit) => unit.source === item.source && unit.position < item.position && !isItem(unit),
  );
  return above && isHeading(above) ? above : undefined;
}

interface ChosenUnit {
  readonly unit: Unit;
  readonly items: readonly string[];
}

/**
 * Adds to each sentence the list that it introduces. Sentences of these lists are left out, and so
 * are all further sentences where the best one introduces a list, and bare headings beside a list.
 */
function withLists(chosen: readonly Unit[], sources: readonly ExtractiveSource[]): ChosenUnit[] {
  const lists = chosen.map((unit) => findListOf(unit, sources[unit.source]?.text ?? ''));
  const isListed = (unit: Unit) =>
    chosen.some(
      ({ source, end }, at) =>
        source === unit.source && end <= unit.start && unit.end <= (lists[at]?.end ?? 0),
    );
  return chosen.flatMap((unit, at) => {
    if (isListed(unit) || (at > 0 && lists[0])) return [];
    if (isHeading(unit) && !lists[at] && lists.some((list) => list)) return [];
    return { unit, items: lists[at]?.items ?? [] };
  });
}

function findListOf(unit: Unit, text: string) {
  const list = unit.row ? undefined : findList(text, unit, maxCharacters);
  // Code with numbers in brackets would look like citations, and code is quoted verbatim.
  return list?.items.some((item) => isCode(item) && defuseMarkers(item) !== item)
    ? undefined
    : list;
}

/** Returns items with their marks and their relative indentation. */
function asItems(items: readonly string[]): string[] {
  const indent = (item: string) => item.search(/\S/);
  const least = Math.min(...items.map(indent));
  return items.map((item) =>
    isCode(item) ? item : `${' '.repeat(indent(item) - least)}${asLine(item)}`,
  );
}

/** Returns a sentence without list mark, line breaks, links and mark-up around it. */
function asProse(text: string): string {
  return asLine(text.replace(/^(?:[-*•‣▪+>]|#{1,6})\s+/u, ''));
}

function asLine(text: string): string {
  return (
    withoutLinks(text)
      .replaceAll(/\s+/g, ' ')
      // Footnote marks after a sentence are removed; other numbers in brackets would look like citations.
      .replaceAll(/([.!?。！？])(?:\[\d{1,3}\])+/gu, '$1')
      .replaceAll(/\[(\d{1,3})\]/g, '($1)')
      .trim()
  );
}

/** Removes the links of a document: `[a](http://b)` becomes `a (http://b)`. */
function withoutLinks(text: string): string {
  return text.replaceAll(
    /!?\[([^[\]]*)\]\(\s{0,3}<?((?:[^\s()<>]|\([^\s()<>]*\))*)>?(?:\s[^()]{0,300})?\)/g,
    (_link, words: string, address: string) =>
      /^https?:/i.test(address) && address !== words ? `${words} (${address})`.trim() : words,
  );
}
