import { fitHistory, fitQuestion } from '@lectern/answering';
import { createGraphMode, type GraphModeDependencies } from '../graphs/create-graph-mode.ts';
import type { AnswerMode } from '../ports/answer-mode.ts';
import type { AgentDependencies } from './agent-dependencies.ts';
import { createAgentGraph } from './agent-graph.ts';
import { sourcesOf } from './orchestrator/sources.ts';

/** Maximum shares of the context for the question and for earlier exchanges. */
const questionShare = 0.15;
const historyShare = 0.15;
/** Maximum steps of the graph; the bounds of a turn allow fewer. */
const recursionLimit = 150;

/**
 * Creates mode `agent`: it searches the documents first, then uses the registered server that fits.
 */
export function createAgentMode(options: AgentDependencies & GraphModeDependencies): AnswerMode {
  const { settings } = options;
  return createGraphMode(options, {
    name: 'agent',
    compile: (checkpointer) => createAgentGraph(options, checkpointer),
    toInput: (
      { question, history, collectionFilter, currentServer, ...task },
      { contextTokens },
    ) => ({
      question: fitQuestion(question, Math.floor(contextTokens * questionShare)),
      history: fitHistory(history, Math.floor(contextTokens * historyShare)),
      collectionFilter: collectionFilter ?? null,
      max_tokens: task.maxTokens ?? null,
      caller_tools: task.callerTools ?? null,
      search_kwargs: settings.search_kwargs,
      current_mcp_server: currentServer ?? null,
      retrieved_docs: [],
      decision: null,
      chosen_route: null,
      user_question: null,
    }),
    toAnswer: ({ answer, abstained, citations, warnings, evidence, ...state }) => ({
      text: answer,
      abstained,
      citations,
      warnings,
      evidence,
      ...(state.chosen_route && { route: state.chosen_route }),
      ...(state.caller_calls.length > 0 && { calls: state.caller_calls }),
    }),
    sourcesOf,
    recursionLimit,
    callerToolChoices: (models) => models.mcp_orchestrator_model.toolChoices,
  });
}
