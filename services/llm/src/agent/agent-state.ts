import { Annotation } from '@langchain/langgraph';
import type { Exchange, Passage } from '@lectern/answering';
import type { Citation, CollectionFilter, Warning } from '@lectern/contracts';
import type { ModelMessage, ModelToolCall } from '@lectern/models';
import type { CallerTools } from '../ports/answer-mode.ts';
import type { FoundServers, RoutingDecision } from '../ports/outside-tools.ts';
import type { Route } from '../ports/route.ts';
import type { SearchKwargs } from './agent-settings.ts';

/** A tool call that a model, or the graph in its place, has asked for. */
export interface WantedCall {
  readonly id: string;
  readonly server: string;
  readonly tool: string;
  /** Of a tool of an outside server, as it was offered: a person's agreement holds for it alone. */
  readonly toolVersion?: string;
  /** The tool's name as the model knows it. */
  readonly boundName: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Made by the graph because the model did not. */
  readonly forced: boolean;
  /** Reads on in a result that was cut: nobody outside is called. */
  readonly readsOn?: boolean;
}

export interface MadeCall {
  readonly server: string;
  /** The same for the same call. */
  readonly key: string;
  /** One of those with which every turn begins. */
  readonly isFirst: boolean;
}

function append<Item>() {
  return Annotation<readonly Item[], readonly Item[]>({
    reducer: (before, added) => [...before, ...added],
    default: () => [],
  });
}

/** State of the agent's graph, kept in checkpoints until the turn has ended. */
export const AgentState = Annotation.Root({
  question: Annotation<string>,
  history: Annotation<readonly Exchange[]>,
  collectionFilter: Annotation<CollectionFilter | null>,
  /** Of the answer; null for the mode's own bound. */
  max_tokens: Annotation<number | null>,
  caller_tools: Annotation<CallerTools | null>,
  /** Calls of the caller's tools with which the turn ends. */
  caller_calls: Annotation<readonly ModelToolCall[]>({
    reducer: (_before, now) => now,
    default: () => [],
  }),
  /** Calls and results of this turn, behind the question. */
  messages: append<ModelMessage>(),
  /** Routing queries, in order. */
  queries: append<string>(),
  search_kwargs: Annotation<SearchKwargs>,
  /** Servers that the latest query found, best first. */
  retrieved_docs: Annotation<FoundServers>,
  /** What the scores say of the latest query; null where there is no outside server. */
  decision: Annotation<RoutingDecision | null>,
  current_mcp_server: Annotation<string | null>,
  /** How the current server was chosen, as the client is told. */
  chosen_route: Annotation<Route | null>,
  /** A question to the user, in place of an answer. */
  user_question: Annotation<string | null>,
  /** Servers that could not help in this turn. */
  left_servers: append<string>(),
  wanted_calls: Annotation<readonly WantedCall[]>({
    reducer: (_before, now) => now,
    default: () => [],
  }),
  /** The call that is being made, of a tool that changes something: it is never made twice. */
  begun_call: Annotation<string | null>({ reducer: (_before, now) => now, default: () => null }),
  /** What the latest call of an outside tool came to, as a person is told without a model. */
  shown_result: Annotation<string>({ reducer: (_before, now) => now, default: () => '' }),
  /** A result of this turn was cut, so that a model may read on in it. */
  has_cut_result: Annotation<boolean>({
    reducer: (before, now) => before || now,
    default: () => false,
  }),
  /** Calls that were made, in order. */
  made_calls: append<MadeCall>(),
  /** Calls that were asked for again, or that could not be understood. */
  repeats: Annotation<number>({ reducer: (before, more) => before + more, default: () => 0 }),
  /** Passages of the documents, call by call: documents keep their numbers. */
  passages: append<Passage>(),
  /** How sure the documents are to answer the question, 0 to 1: the surest call counts. */
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
