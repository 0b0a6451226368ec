import {
  fitPassages,
  type NumberedSource,
  numberDocuments,
  type Passage,
  withoutRepeats,
} from '@lectern/answering';
import { estimateTokens } from '@lectern/retrieval/text';
import type { AgentStateValue } from '../agent-state.ts';

/** Share of the context that the documents may take, and of what is left that one call may. */
const documentsShare = 0.4;
const callShare = 0.6;

/** What answers cite. Documents keep their numbers, however many calls follow. */
export function sourcesOf({ passages = [] }: Partial<AgentStateValue>): NumberedSource[] {
  return numberDocuments(withoutRepeats(passages));
}

/** The most relevant passages of a call that still fit, in the order of their articles. */
export function fitCall(
  found: readonly Passage[],
  before: readonly Passage[],
  maxTokens: number,
): Passage[] {
  const known = new Set(before.map(({ chunkId }) => chunkId));
  const taken = before.reduce((sum, { text }) => sum + estimateTokens(text), 0);
  const budget = Math.floor((maxTokens * documentsShare - taken) * callShare);
  const fresh = withoutRepeats(found).filter(({ chunkId }) => !known.has(chunkId));
  if (budget <= 0) return [];
  const byRelevance = fresh.toSorted((a, b) => (b.relevance ?? 0) - (a.relevance ?? 0));
  const chosen = new Map(
    fitPassages(byRelevance, budget).map((passage) => [passage.chunkId, passage]),
  );
  return fresh.flatMap(({ chunkId }) => chosen.get(chunkId) ?? []);
}
