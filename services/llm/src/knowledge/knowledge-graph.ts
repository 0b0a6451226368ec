import { Annotation, type BaseCheckpointSaver, END, START, StateGraph } from '@langchain/langgraph';
import {
  answerFromSources,
  answerTokensOf,
  type Exchange,
  type NumberedSource,
  type Retriever,
  retrieveSources,
  sourceTokensOf,
} from '@lectern/answering';
import type { Citation, CollectionFilter, Warning } from '@lectern/contracts';
import type { Analyzer } from '@lectern/retrieval';
import type { KnowledgeSearch } from '../clients/knowledge-search.ts';
import { type NodeRuntime, type Runtime, readRuntime } from '../graphs/graph-context.ts';
import { inSpan } from '../graphs/in-span.ts';
import { callSearch } from './call-search.ts';

export interface KnowledgeGraphOptions {
  readonly search: KnowledgeSearch;
  readonly analyzer: Analyzer;
  readonly checkpointer: BaseCheckpointSaver | undefined;
}

/**
 * Mode `knowledge`. The two steps of the answering core are nodes, so that a turn that is stopped
 * while it writes keeps its sources.
 */
export function createKnowledgeGraph(options: KnowledgeGraphOptions) {
  const { search, analyzer, checkpointer } = options;

  const retrieve = async (
    state: KnowledgeStateValue,
    runtime: Runtime,
  ): Promise<KnowledgeStateUpdate> => {
    const node = readRuntime(runtime);
    const { model, contextTokens } = node.context.models;
    return retrieveSources(
      { retriever: createRetriever(search, state, node), model },
      { ...state, sourceTokens: sourceTokensOf(contextTokens, state) },
      node.signal,
    );
  };

  const writeAnswer = async (
    state: KnowledgeStateValue,
    runtime: Runtime,
  ): Promise<KnowledgeStateUpdate> => {
    const { context, signal } = readRuntime(runtime);
    const { model, contextTokens } = context.models;
    const { text, abstained, citations, warnings } = await answerFromSources(
      { model, analyzer },
      { ...state, answerTokens: answerTokensOf(contextTokens, state.maxTokens) },
      { onText: (piece) => context.emit({ type: 'text', text: piece }), signal },
    );
    return { answer: text, abstained, citations, warnings };
  };

  return new StateGraph(KnowledgeState)
    .addNode('retrieve', inSpan('retrieve', retrieve))
    .addNode('write_answer', inSpan('write_answer', writeAnswer))
    .addEdge(START, 'retrieve')
    .addEdge('retrieve', 'write_answer')
    .addEdge('write_answer', END)
    .compile({ ...(checkpointer && { checkpointer }) });
}

function createRetriever(
  search: KnowledgeSearch,
  { collectionFilter }: KnowledgeStateValue,
  { context }: NodeRuntime,
): Retriever {
  return {
    tool: search.tool,
    retrieve: ({ query, forced }, signal) =>
      callSearch(
        search,
        { query, collectionFilter: collectionFilter ?? undefined },
        { forced, context, signal },
      ),
  };
}

/** State of the knowledge graph. Checkpoints keep it until the turn ends. */
const KnowledgeState = Annotation.Root({
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
type KnowledgeStateValue = typeof KnowledgeState.State;
type KnowledgeStateUpdate = typeof KnowledgeState.Update;
