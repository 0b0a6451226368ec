import type { Analyzer } from '@lectern/retrieval';
import { type AnswerLanguage, sentencesOf } from '../language/answer-language.ts';
import type { ResearchStateValue } from '../research-state.ts';
import { cutText } from './cut-text.ts';
import type { Span } from './locate-quote.ts';
import { pickKeySentence } from './pick-key-sentence.ts';
import { quotePlainly } from './quote-plainly.ts';
import type { RecordSource } from './record-source.ts';

/** Records that an answer names one by one; the tables hold the rest. */
export const maxNamed = 5;
const maxSentenceLength = 320;
/** Passages that hold fewer terms of the question than this share of the best are left out. */
const minShareOfBest = 0.5;

export interface Composition {
  readonly sources: readonly RecordSource[];
  readonly language: AnswerLanguage;
  /** Gathers where the sources say it. */
  readonly quotes: Map<number, Span>;
}

/** Quotes the sentence of each own passage that shares most with the question. */
export function composeDocuments(
  analyzer: Analyzer,
  { query, frame, rag_results: found }: ResearchStateValue,
  { sources, language, quotes }: Composition,
): string {
  if (!found) return '';
  const say = sentencesOf(language);
  const passages = sources.filter(({ kind }) => kind === 'document');
  if (passages.length === 0) return say.noPassages;
  const { interventions = [], conditions = [], terms = [] } = frame?.entities ?? {};
  const topic = [query, ...interventions, ...conditions, ...terms].join(' ');
  const told = passages.map(({ n, passages: [{ title, text }] }) => ({
    n,
    title,
    text,
    ...pickKeySentence(analyzer, topic, { parts: [{ label: null, text }], title }),
  }));
  const most = Math.max(...told.map(({ covered }) => covered));
  const telling =
    most > 0 ? told.filter(({ covered }) => covered >= most * minShareOfBest) : told.slice(0, 1);
  const lines = telling.slice(0, maxNamed).map(({ n, title, text, sentence }) => {
    const start = Math.max(0, text.indexOf(sentence));
    quotes.set(n, { start, end: start + sentence.length });
    const words = quotePlainly(cutText(sentence.replaceAll(/\s+/g, ' '), maxSentenceLength));
    return `- ${say.quoted(quotePlainly(title), words)} [${n}]`;
  });
  return [say.passagesRead(passages.length), ...lines].join('\n');
}
