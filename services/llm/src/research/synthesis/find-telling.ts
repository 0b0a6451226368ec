import type { Analyzer } from '@lectern/retrieval';
import { type Sentence, splitSentences } from '@lectern/retrieval/text';
import { cutText } from './cut-text.ts';

const maxStatementLength = 320;

interface TellingText {
  readonly parts: readonly { readonly label: string | null; readonly text: string }[];
  readonly title?: string;
}

export interface Telling {
  readonly sentence: string;
  /** Words of the question that it and the title hold together. */
  readonly covered: number;
}

/**
 * Conclusions where an abstract names them, else the sentence that shares most with the question. What
 * stands in the title beside it counts where nothing else does, and headings tell nothing.
 */
export function findTelling(
  analyzer: Analyzer,
  query: string,
  { parts, title = '' }: TellingText,
): Telling {
  const concluding = parts.find(({ label }) => /conclu|interpret/i.test(label ?? ''));
  const all = splitSentences(concluding?.text ?? parts.map(({ text }) => text).join('\n\n'));
  const sentences = all.some(isNoHeading) ? all.filter(isNoHeading) : all;
  const asked = analyzer.analyzeQuery(query).map(({ term }) => term);
  const titled = new Set(analyzer.analyzeDocument(title));
  const untitled = asked.filter((term) => !titled.has(term));
  const telling = concluding
    ? sentences[0]
    : (findSharing(analyzer, sentences, untitled) ??
      findSharing(analyzer, sentences, asked) ??
      sentences.at(-1));
  const sentence = telling ? cutText(telling.text.replaceAll(/\s+/g, ' '), maxStatementLength) : '';
  const held = new Set([...titled, ...analyzer.analyzeDocument(sentence)]);
  return { sentence, covered: new Set(asked.filter((term) => held.has(term))).size };
}

/** The sentence with most of the words; of equals the first that is none of a list, a table or a heading. */
function findSharing(
  analyzer: Analyzer,
  sentences: readonly Sentence[],
  words: readonly string[],
): Sentence | undefined {
  const wanted = new Set(words);
  let best: Sentence | undefined;
  let maxShared = 0;
  for (const sentence of [...sentences].sort(byProse)) {
    const shared = new Set(
      analyzer.analyzeDocument(sentence.text).filter((term) => wanted.has(term)),
    );
    if (shared.size <= maxShared) continue;
    maxShared = shared.size;
    best = sentence;
  }
  return best;
}

/** Sorts sentences of prose before rows, list items and headings, and keeps their order else. */
function byProse(one: Sentence, other: Sentence): number {
  return Number(isProse(other)) - Number(isProse(one));
}

function isProse({ text }: { readonly text: string }): boolean {
  return /[.!?…]["'»”’)\]]*\s*$/u.test(text) && !/^\s*(?:\||#{1,6}\s)/.test(text);
}

function isNoHeading({ text }: { readonly text: string }): boolean {
  return !/^#{1,6}\s/.test(text);
}
