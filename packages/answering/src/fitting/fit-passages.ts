import { estimateTokens, splitSentences } from '@lectern/retrieval/text';
import { type NumberedSource, numberDocuments } from '../numbered-source.ts';
import type { Passage } from '../passage.ts';

/** Tokens of a passage's frame in the prompt. */
const frameTokens = 30;

/**
 * Returns the first passages that fit into a token budget, whole. When not even the first one fits,
 * it is cut after the last sentence that does.
 */
export function fitPassages(passages: readonly Passage[], budgetTokens: number): Passage[] {
  const fitting: Passage[] = [];
  let left = budgetTokens;
  for (const passage of passages) {
    const tokens = estimateTokens(passage.text) + frameTokens;
    if (tokens > left) continue;
    fitting.push(passage);
    left -= tokens;
  }
  const [first] = passages;
  if (fitting.length > 0 || !first) return fitting;
  return [{ ...first, text: cut(first.text, budgetTokens - frameTokens) }];
}

/** Returns the most relevant passages that fit into a token budget, each once, in the given order. */
export function fitByRelevance(passages: readonly Passage[], budgetTokens: number): Passage[] {
  const unique = withoutRepeats(passages);
  const byRelevance = unique.toSorted((a, b) => (b.relevance ?? 0) - (a.relevance ?? 0));
  const chosen = new Map(
    fitPassages(byRelevance, budgetTokens).map((passage) => [passage.chunkId, passage]),
  );
  return unique.flatMap(({ chunkId }) => chosen.get(chunkId) ?? []);
}

/** Returns the sources of an answer: the most relevant passages that fit, by document. */
export function chooseSources(
  passages: readonly Passage[],
  budgetTokens: number,
): NumberedSource[] {
  return numberDocuments(fitByRelevance(passages, budgetTokens));
}

/** Returns each passage once, in order of first occurrence. */
export function withoutRepeats(passages: readonly Passage[]): Passage[] {
  const seen = new Set<string>();
  return passages.filter(({ chunkId }) => !seen.has(chunkId) && seen.add(chunkId));
}

function cut(text: string, budgetTokens: number): string {
  let end = 0;
  let left = budgetTokens;
  for (const sentence of splitSentences(text)) {
    left -= estimateTokens(sentence.text);
    if (left < 0) break;
    end = sentence.end;
  }
  return text.slice(0, end);
}
