import type { Analyzer } from '@lectern/retrieval';
import { asksForCode, withoutOwnDocuments } from '@lectern/retrieval/evidence';
import type { AnswerLanguage } from '../answer-language.ts';
import { listEnglishNames } from '../list-english-names.ts';
import type { ResearchStateValue } from '../research-state.ts';
import { findTelling } from './find-telling.ts';
import { quotePlainly } from './quote-plainly.ts';
import type { RecordSource } from './record-source.ts';
import { withoutCode } from './without-code.ts';
import { words } from './words.ts';

/** Records that an answer names one by one; the tables hold the rest. */
export const maxNamed = 5;
/** Passages that hold fewer words of the question than this share of the best are not told. */
const minShareOfBest = 0.5;

export interface Composition {
  readonly sources: readonly RecordSource[];
  readonly language: AnswerLanguage;
}

/** What the own documents say: of each passage that is about the question its telling sentence. */
export function composeDocuments(
  analyzer: Analyzer,
  { query, frame, rag_results: found }: ResearchStateValue,
  { sources, language }: Composition,
): string {
  if (!found) return '';
  const say = words[language];
  const passages = sources.filter(({ kind }) => kind === 'document');
  if (passages.length === 0) return say.noPassages;
  const topic = [withoutOwnDocuments(query), ...listEnglishNames(query, frame)].join(' ');
  const read = asksForCode(query) ? (text: string) => text : withoutCode;
  const told = passages.map(({ n, passages: [{ title, text }] }) => ({
    n,
    title,
    ...findTelling(analyzer, topic, { parts: [{ label: null, text: read(text) }], title }),
  }));
  const maxCovered = Math.max(...told.map(({ covered }) => covered));
  const telling =
    maxCovered > 0
      ? told.filter(({ covered }) => covered >= maxCovered * minShareOfBest)
      : told.slice(0, 1);
  const lines = telling
    .slice(0, maxNamed)
    .map(
      ({ n, title, sentence }) =>
        `- ${say.quoted(quotePlainly(title), quotePlainly(sentence))} [${n}]`,
    );
  return [say.passagesRead(passages.length), ...lines].join('\n');
}
