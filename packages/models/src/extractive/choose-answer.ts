import { scoreUnits } from '@lectern/retrieval/evidence';
import type { Analyzer } from '@lectern/retrieval';
import { asksToCompute } from './asks-to-compute.ts';
import { contradictsYear } from './contradicts-year.ts';
import { findExtremeRow } from './find-extreme-row.ts';
import { findList, isCode } from './find-list.ts';
import { findSiblingRows } from './find-sibling-rows.ts';
import { keepToSubject } from './keep-to-subject.ts';
import { rowNotesFor } from './row-notes.ts';
import { defuseMarkers } from '../citation-markers.ts';
import type { ExtractiveSource } from '../language-model.ts';

/** A sentence of an answer and the number of the source that it stands in; none where it is our own. */
export interface AnswerSentence {
  readonly text: string;
  readonly source?: number;
  /** One row of several, on a line of its own. */
  readonly isItem?: boolean;
  /** The steps, the list or the code that the sentence introduces: lines of their own. */
  readonly items?: readonly string[];
}

/** What is asked: the person's own words, and the same with what they point back to. */
export interface AskedQuestion {
  readonly question: string;
  readonly query: string;
}

/** Sources that are read, the best first. */
const maxSources = 8;
/** Below this share of the question's terms in and around the best sentence nothing is answered. */
const minContextShare = 0.15;
/** A further sentence may be this much less likely, in log odds. */
const maxBehind = 1.5;
/** The same for one that names nothing of the kind asked for, where the best one does. */
const maxBehindWithoutKind = 1;
const maxSentences = 3;
const maxCharacters = 900;
/** Of rows that answer alike. */
const maxRowCharacters = 2_400;
/** Share of a sentence's terms in a better one at which it adds nothing. */
const sameShare = 0.6;

/** A sentence that starts like this is not understood without the one before. */
const leansBack =
  /^(?:it|its|this|these|that|those|they|their|he|his|she|her|such|however|also|therefore|thus|both|instead|otherwise|он|она|оно|они|его|её|ее|их|это|этот|эта|эти|такой|такая|такие|однако|также|поэтому|кроме того|при этом|它|他|她|这|那|该|其)(?![\p{L}])|^(?:它|他|她|这|那|该|其)/iu;

/**
 * The one to three sentences or rows that best answer a question, the best first; empty when the
 * sources have nothing to do with it. Whether they answer it at all is decided before, by the
 * evidence.
 */
export function chooseAnswer(
  analyzer: Analyzer,
  asked: AskedQuestion,
  sources: readonly ExtractiveSource[],
): AnswerSentence[] {
  const units = scoreUnits(analyzer, asked, { sources: sources.slice(0, maxSources) });
  const [first] = units.toSorted((a, b) => b.score - a.score);
  const extreme = first && findExtremeRow(analyzer, asked.question, { best: first, all: units });
  const fitting = units.filter(({ said }) => !contradictsYear(asked.question, said));
  const kept = extreme ? units : keepToSubject(analyzer, asked, fitting);
  const ranked = kept.toSorted((a, b) => b.score - a.score);
  const [best] = ranked;
  if (!best || shareOfAsked(asked, best) < minContextShare) return [];

  const siblings = extreme ? [] : findSiblingRows(analyzer, asked.question, { best, all: kept });
  if (siblings.length > 0) return tellRows(siblings, asked.question, sources);
  const chosen: Unit[] = extreme ? [extreme] : [];
  let characters = 0;
  for (const unit of extreme ? [] : ranked) {
    const behind = best.score - unit.score;
    if (chosen.length === maxSentences || behind > maxBehind) break;
    if (chosen.length > 0 && characters + unit.said.length > maxCharacters) continue;
    if (best.kindFit && !unit.kindFit && behind > maxBehindWithoutKind) continue;
    if (chosen.some((other) => addsNothing(other, unit))) continue;
    chosen.push(unit);
    characters += unit.said.length;
  }
  return withLists(withLeadingSentence(chosen, units), sources).map(({ unit, items }) => ({
    ...toSentence(unit, sources),
    ...(items.length > 0 && { items: asItems(items) }),
  }));
}

function toSentence(unit: Unit, sources: readonly ExtractiveSource[]): AnswerSentence {
  return { text: asProse(unit.said), source: sources[unit.source]?.n ?? unit.source + 1 };
}

/**
 * Rows that answer equally well, as far as they fit, and a sentence of ours about those that are
 * left out.
 */
function tellRows(
  rows: readonly Unit[],
  question: string,
  sources: readonly ExtractiveSource[],
): AnswerSentence[] {
  const shown: Unit[] = [];
  let characters = 0;
  for (const row of rows) {
    characters += row.said.length;
    if (shown.length > 0 && characters > maxRowCharacters) break;
    shown.push(row);
  }
  const { moreRows, notComputed } = rowNotesFor(question);
  return [
    ...shown.map((unit) => ({ ...toSentence(unit, sources), isItem: true })),
    ...(shown.length < rows.length ? [{ text: moreRows(rows.length - shown.length) }] : []),
    ...(asksToCompute(question) ? [{ text: notComputed }] : []),
  ];
}

/** A follow-up's own words may be few and common; then what it leans on must be there. */
function shareOfAsked({ question, query }: AskedQuestion, { context, features }: Unit): number {
  return query === question ? context : Math.max(context, features.source);
}

type Unit = ReturnType<typeof scoreUnits>[number];

function addsNothing(better: Unit, unit: Unit): boolean {
  const common = [...unit.terms].filter((term) => better.terms.has(term)).length;
  return common / Math.max(1, unit.terms.size) > sameShare;
}

/** Puts the sentence before the best one in front of it, where the best leans on it. */
function withLeadingSentence(chosen: readonly Unit[], all: readonly Unit[]): readonly Unit[] {
  const [best, ...others] = chosen;
  if (!best || !leansBack.test(best.said)) return chosen;
  const leading = all.find(
    ({ source, position, paragraph }) =>
      source === best.source && position === best.position - 1 && paragraph === best.paragraph,
  );
  if (!leading || leading.said.length + best.said.length > maxCharacters) return chosen;
  return [leading, best, ...others.filter((other) => other !== leading)].slice(0, maxSentences);
}

interface ChosenUnit {
  readonly unit: Unit;
  readonly items: readonly string[];
}

/**
 * Gives each sentence the list that it introduces, without what the list says anyway. Where the best
 * one introduces the answer, the others add nothing; nor does a bare heading beside a list.
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
    const isHeading = /^#/.test(unit.text) && !lists[at];
    if (isHeading && lists.some((list) => list)) return [];
    return { unit, items: lists[at]?.items ?? [] };
  });
}

function findListOf(unit: Unit, text: string) {
  const list = unit.row ? undefined : findList(text, unit, maxCharacters);
  // A block of code that could be taken for citations cannot be shown as it is.
  return list?.items.some((item) => isCode(item) && defuseMarkers(item) !== item)
    ? undefined
    : list;
}

/** Items with their marks, as far in as they stand beside each other. */
function asItems(items: readonly string[]): string[] {
  const indent = (item: string) => item.search(/\S/);
  const least = Math.min(...items.map(indent));
  return items.map((item) =>
    isCode(item) ? item : `${' '.repeat(indent(item) - least)}${asLine(item)}`,
  );
}

/** A sentence as it is read aloud: no list mark, no line breaks, no links, no mark-up around it. */
function asProse(text: string): string {
  return asLine(text.replace(/^(?:[-*•‣▪+>]|#{1,6})\s+/u, ''));
}

function asLine(text: string): string {
  return (
    withoutLinks(text)
      .replaceAll(/\s+/g, ' ')
      // Marks of footnotes after a sentence; others must not be taken for citations.
      .replaceAll(/([.!?。！？])(?:\[\d{1,3}\])+/gu, '$1')
      .replaceAll(/\[(\d{1,3})\]/g, '($1)')
      .trim()
  );
}

/** A sentence is a document's, so none of its words may lead anywhere: `[a](http://b)` is `a (http://b)`. */
function withoutLinks(text: string): string {
  return text.replaceAll(
    /!?\[([^[\]]*)\]\(\s{0,3}<?((?:[^\s()<>]|\([^\s()<>]*\))*)>?(?:\s[^()]{0,300})?\)/g,
    (_link, words: string, address: string) =>
      /^https?:/i.test(address) && address !== words ? `${words} (${address})`.trim() : words,
  );
}
