import { Annotation } from '@langchain/langgraph';
import type { Exchange, NumberedSource } from '@lectern/answering';
import type { Citation, CollectionFilter, Warning } from '@lectern/contracts';

/** State of the knowledge graph. Checkpoints keep it until the turn ends. */
export const KnowledgeState = Annotation.Root({
  question: Annotation<string>,
  history: Annotation<readonly Exchange[]>,
  collectionFilter: Annotation<CollectionFilter | null>,
  /** Maximum tokens of the answer; null for the mode's own limit. */
  maxTokens: Annotation<number | null>,
  /** Search queries, in order. */
  queries: Annotation<readonly string[]>,
  sources: Annotation<readonly NumberedSource[]>,
  /** Probability that the sources answer the question, 0 to 1: the highest of all searches. */
  evidence: Annotation<number>,
  /** No search gave an answer. */
  unavailable: Annotation<boolean>,
  answer: Annotation<string>,
  abstained: Annotation<boolean>,
  citations: Annotation<readonly Citation[]>,
  warnings: Annotation<readonly Warning[]>({
    reducer: (before, added) => [...before, ...added],
    default: () => [],
  }),
});
export type KnowledgeStateValue = typeof KnowledgeState.State;
export type KnowledgeStateUpdate = typeof KnowledgeState.Update;
