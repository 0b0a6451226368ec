import { Annotation } from '@langchain/langgraph';
import type { Exchange, Passage } from '@lectern/answering';
import type { Citation, CollectionFilter, Route, Warning } from '@lectern/contracts';
import type { ModelMessage, ModelToolCall } from '@lectern/models';
import type { FoundServers, RoutingDecision } from '../clients/agent-tools.ts';
import type { CallerTools } from '../ports/answer-mode.ts';
import type { SearchKwargs } from './agent-settings.ts';

/** A tool call that a model, or the graph in its place, has requested. */
export interface WantedCall {
  readonly id: string;
  readonly server: string;
  readonly tool: string;
  /**
   * Version of an outside tool as it was offered. A person's agreement holds for this version
   * alone.
   */
  readonly toolVersion?: string;
  /** The name of the tool for the model. */
  readonly boundName: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The graph made the call because the model did not. */
  readonly forced: boolean;
  /** Reads the next part of a cut result without a call of an outside server. */
  readonly readsOn?: boolean;
}

export interface MadeCall {
  readonly server: string;
  /** Equal for equal calls. */
  readonly key: string;
  /** Belongs to the first step of a turn. */
  readonly isFirst: boolean;
}

function append<Item>() {
  return Annotation<readonly Item[], readonly Item[]>({
    reducer: (before, added) => [...before, ...added],
    default: () => [],
  });
}

/** State of the agent's graph. Checkpoints store it until the turn ends. */
export const AgentState = Annotation.Root({
  question: Annotation<string>,
  history: Annotation<readonly Exchange[]>,
  collectionFilter: Annotation<CollectionFilter | null>,
  /** Maximum tokens of the answer; null for the mode's own limit. */
  max_tokens: Annotation<number | null>,
  caller_tools: Annotation<CallerTools | null>,
  /** Calls of the caller's tools that end the turn. */
  caller_calls: Annotation<readonly ModelToolCall[]>({
    reducer: (_before, now) => now,
    default: () => [],
  }),
  /** Calls and results of this turn, after the question. */
  messages: append<ModelMessage>(),
  /** Routing queries, in order. */
  queries: append<string>(),
  search_kwargs: Annotation<SearchKwargs>,
  /** Servers that the latest query found, best first. */
  retrieved_docs: Annotation<FoundServers>,
  /** Decision by scores for the latest query; null if there is no outside server. */
  decision: Annotation<RoutingDecision | null>,
  current_mcp_server: Annotation<string | null>,
  /** The choice of the current server as the client sees it. */
  chosen_route: Annotation<Route | null>,
  /** A question to the user that replaces the answer. */
  user_question: Annotation<string | null>,
  /** Servers that could not help in this turn. */
  left_servers: append<string>(),
  wanted_calls: Annotation<readonly WantedCall[]>({
    reducer: (_before, now) => now,
    default: () => [],
  }),
  /** Servers that may receive parts of this turn's passages. */
  sharing_servers: append<string>(),
  /** The running call of a tool that changes something. It is never made twice. */
  begun_call: Annotation<string | null>({ reducer: (_before, now) => now, default: () => null }),
  /** The result of the latest outside call as a person sees it without a model. */
  shown_result: Annotation<string>({ reducer: (_before, now) => now, default: () => '' }),
  /** A result of this turn was cut, so that a model may read the next part. */
  has_cut_result: Annotation<boolean>({
    reducer: (before, now) => before || now,
    default: () => false,
  }),
  /** Completed calls, in order. */
  made_calls: append<MadeCall>(),
  /** Repeated calls and calls that could not be parsed. */
  repeats: Annotation<number>({ reducer: (before, more) => before + more, default: () => 0 }),
  /** Passages of the documents in the order of the calls, so that documents keep their numbers. */
  passages: append<Passage>(),
  /** Maximum evidence of the calls, 0 to 1, that the documents answer the question. */
  evidence: Annotation<number>({ reducer: Math.max, default: () => 0 }),
  /** No search of the documents has answered. */
  unavailable: Annotation<boolean>({ reducer: (_before, now) => now, default: () => false }),
  done: Annotation<boolean>({ reducer: (_before, now) => now, default: () => false }),
  answer: Annotation<string>,
  abstained: Annotation<boolean>,
  citations: Annotation<readonly Citation[]>,
  warnings: append<Warning>(),
});
export type AgentStateValue = typeof AgentState.State;
export type AgentStateUpdate = typeof AgentState.Update;
