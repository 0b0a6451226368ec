import { Annotation, type BaseCheckpointSaver, END, START, StateGraph } from '@langchain/langgraph';
import {
  answerFromSources,
  answerTokensOf,
  type Exchange,
  type NumberedSource,
  type Retriever,
  retrieveSources,
  type SearchBudget,
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
 * while it writes keeps its sources. The model may ask for further searches in place of an answer.
 */
export function createKnowledgeGraph(options: KnowledgeGraphOptions) {
  const { search, analyzer, checkpointer } = options;

  const retrieve = async (
    state: KnowledgeStateValue,
    runtime: Runtime,
  ): Promise<KnowledgeStateUpdate> => {
    const node = readRuntime(runtime);
    const { model, contextTokens } = node.context.models;
    const { instructions } = node.context.assistant ?? {};
    return retrieveSources(
      { retriever: createRetriever(search, state, node), model },
      {
        ...state,
        sourceTokens: sourceTokensOf(contextTokens, { ...state, instructions }),
        ...(state.searches.length > 0 && { further: { before: state, queries: state.searches } }),
      },
      node.signal,
    );
  };

  const writeAnswer = async (
    state: KnowledgeStateValue,
    runtime: Runtime,
  ): Promise<KnowledgeStateUpdate> => {
    const { context, signal } = readRuntime(runtime);
    const { model, contextTokens } = context.models;
    const { text, ...answer } = await answerFromSources(
      { model, analyzer },
      {
        ...state,
        instructions: context.assistant?.instructions,
        answerTokens: answerTokensOf(contextTokens, state.maxTokens),
        further: { ...state, tool: search.tool },
      },
      {
        onText: (piece) => context.emit({ type: 'text', text: piece }),
        onTextOver: () => context.emit({ type: 'text_over' }),
        signal,
      },
    );
    return { ...answer, answer: text };
  };

  return new StateGraph(KnowledgeState)
    .addNode('retrieve', inSpan('retrieve', retrieve))
    .addNode('write_answer', inSpan('write_answer', writeAnswer))
    .addEdge(START, 'retrieve')
    .addEdge('retrieve', 'write_answer')
    .addConditionalEdges(
      'write_answer',
      ({ searches }) => (searches.length > 0 ? 'retrieve' : END),
      ['retrieve', END],
    )
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
  /** Searches that the model asks for after it has read the sources. */
  searches: Annotation<readonly string[]>({ reducer: (_before, now) => now, default: () => [] }),
  budget: Annotation<SearchBudget>,
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
