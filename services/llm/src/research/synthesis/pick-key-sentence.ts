import type { Analyzer } from '@lectern/retrieval';
import { splitSentences } from '@lectern/retrieval/text';

interface AbstractText {
  readonly parts: readonly { readonly label: string | null; readonly text: string }[];
  readonly title?: string;
}

export interface KeySentence {
  /** Exact words of the text; empty for an empty text. */
  readonly sentence: string;
  /** Number of the question's terms in the sentence and the title together. */
  readonly covered: number;
}

/** PubMed's category for the labels of a structured abstract. */
const conclusions = /^(?:authors' )?(?:conclusions?|interpretation)/i;

/**
 * Picks the conclusion of a structured abstract, or else the sentence that contains most of the
 * question's terms that the title lacks.
 */
export function pickKeySentence(
  analyzer: Analyzer,
  query: string,
  { parts, title = '' }: AbstractText,
): KeySentence {
  const concluding = parts.find(({ label }) => conclusions.test(label ?? ''));
  const texts = concluding ? [concluding.text] : parts.map(({ text }) => text);
  const all = texts.flatMap((text) => splitSentences(text)).map(({ text }) => text);
  const sentences = all.toSorted((one, other) => Number(isProse(other)) - Number(isProse(one)));
  const asked = analyzer.analyzeQuery(query).map(({ term }) => term);
  const titled = new Set(analyzer.analyzeDocument(title));
  const untitled = asked.filter((term) => !titled.has(term));
  const sentence =
    (concluding
      ? all[0]
      : (findSharing(analyzer, sentences, untitled) ??
        findSharing(analyzer, sentences, asked) ??
        all.at(-1))) ?? '';
  const held = new Set([...titled, ...analyzer.analyzeDocument(sentence)]);
  return { sentence, covered: new Set(asked.filter((term) => held.has(term))).size };
}

/** The first sentence with most of the terms. */
function findSharing(
  analyzer: Analyzer,
  sentences: readonly string[],
  terms: readonly string[],
): string | undefined {
  const wanted = new Set(terms);
  const shared = sentences.map(
    (sentence) =>
      new Set(analyzer.analyzeDocument(sentence).filter((term) => wanted.has(term))).size,
  );
  const most = Math.max(0, ...shared);
  return most > 0 ? sentences[shared.indexOf(most)] : undefined;
}

/** Rows of tables, headings and list items end without a full stop. */
function isProse(sentence: string): boolean {
  return /[.!?…。]["'»”’)\]]*\s*$/u.test(sentence) && !/^\s*(?:\||#{1,6}\s)/.test(sentence);
}
