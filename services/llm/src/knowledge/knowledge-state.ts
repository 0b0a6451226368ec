import { Annotation } from '@langchain/langgraph';
import type { Exchange, NumberedSource } from '@lectern/answering';
import type { Citation, CollectionFilter, Warning } from '@lectern/contracts';

/** State of the knowledge graph, kept in checkpoints until the turn has ended. */
export const KnowledgeState = Annotation.Root({
  question: Annotation<string>,
  history: Annotation<readonly Exchange[]>,
  collectionFilter: Annotation<CollectionFilter | null>,
  /** Of the answer; null for the mode's own bound. */
  maxTokens: Annotation<number | null>,
  /** What was searched for, in order. */
  queries: Annotation<readonly string[]>,
  sources: Annotation<readonly NumberedSource[]>,
  /** How sure it is that the sources answer the question, 0 to 1; of several searches the surest. */
  evidence: Annotation<number>,
  /** The search gave no answer at all. */
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
