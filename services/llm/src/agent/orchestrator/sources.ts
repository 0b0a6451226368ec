import {
  fitByRelevance,
  type NumberedSource,
  numberDocuments,
  type Passage,
  withoutRepeats,
} from '@lectern/answering';
import { estimateTokens } from '@lectern/retrieval/text';
import type { AgentStateValue } from '../agent-state.ts';

/** Share of the context for the documents, and share of the rest of it for one call. */
const documentsShare = 0.4;
const callShare = 0.6;

/** Returns the sources of an answer. Documents keep their numbers when more calls follow. */
export function sourcesOf({ passages = [] }: Partial<AgentStateValue>): NumberedSource[] {
  return numberDocuments(withoutRepeats(passages));
}

/** Returns the most relevant new passages of a call that still fit, in the order of their articles. */
export function fitCall(
  found: readonly Passage[],
  before: readonly Passage[],
  maxTokens: number,
): Passage[] {
  const known = new Set(before.map(({ chunkId }) => chunkId));
  const taken = before.reduce((sum, { text }) => sum + estimateTokens(text), 0);
  const budget = Math.floor((maxTokens * documentsShare - taken) * callShare);
  if (budget <= 0) return [];
  return fitByRelevance(
    found.filter(({ chunkId }) => !known.has(chunkId)),
    budget,
  );
}
