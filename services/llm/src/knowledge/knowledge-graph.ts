import { type BaseCheckpointSaver, END, START, StateGraph } from '@langchain/langgraph';
import {
  answerFromSources,
  answerTokensOf,
  type Retriever,
  retrieveSources,
  sourceTokensOf,
} from '@lectern/answering';
import type { ModelUsage } from '@lectern/models';
import type { Analyzer } from '@lectern/retrieval';
import type { KnowledgeSearch } from '../clients/knowledge-search.ts';
import { type NodeRuntime, type Runtime, readRuntime } from '../graphs/graph-context.ts';
import { inSpan } from '../graphs/in-span.ts';
import { callSearch } from './call-search.ts';
import {
  KnowledgeState,
  type KnowledgeStateUpdate,
  type KnowledgeStateValue,
} from './knowledge-state.ts';

export interface KnowledgeGraphOptions {
  readonly search: KnowledgeSearch;
  readonly analyzer: Analyzer;
  readonly checkpointer: BaseCheckpointSaver | undefined;
  readonly onUsage: (usage: ModelUsage) => void;
}

/**
 * Mode `knowledge`. The two steps of the answering core are nodes, so that a turn that is stopped
 * while it writes keeps its sources.
 */
export function createKnowledgeGraph(options: KnowledgeGraphOptions) {
  const { search, analyzer, checkpointer, onUsage } = options;

  const retrieve = async (
    state: KnowledgeStateValue,
    runtime: Runtime,
  ): Promise<KnowledgeStateUpdate> => {
    const node = readRuntime(runtime);
    const { model, contextTokens } = node.context.models;
    return retrieveSources(
      { retriever: createRetriever(search, state, node), model, onUsage },
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
      { model, analyzer, onUsage },
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
