import { estimateTokens, splitSentences } from '@lectern/retrieval/text';
import type { Passage } from '../passage.ts';

/** Tokens that a passage's frame in the prompt takes. */
const frameTokens = 30;

/**
 * The best passages that fit into a token budget, whole. When not even the first one does, it is cut
 * after the last sentence that fits.
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
