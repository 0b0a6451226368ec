import { sentencesFor } from '@lectern/answering';
import { documentsServerName, type Route } from '@lectern/contracts';
import { callsTools } from '@lectern/models';
import { supportsAnswer } from '@lectern/retrieval/evidence';
import { type NodeRuntime, type Runtime, readRuntime } from '../../graphs/graph-context.ts';
import type { TurnModels } from '../../ports/turn-models.ts';
import type { AgentDependencies } from '../agent-dependencies.ts';
import { agentBounds } from '../agent-settings.ts';
import type { AgentStateUpdate, AgentStateValue } from '../agent-state.ts';
import { answerFromState } from '../orchestrator/answer-from-state.ts';
import { askRoutingModel, type RoutingChoice } from './ask-routing-model.ts';

/** Maximum servers in a question to the person. */
const maxChoices = 5;

/**
 * Chooses one server, none, or a question to the user. The documents come first in every turn. An
 * outside server in use stays unless the score of another one is higher by a margin.
 */
export function createRoute(dependencies: AgentDependencies) {
  return async (state: AgentStateValue, runtime: Runtime): Promise<AgentStateUpdate> => {
    const read = readRuntime(runtime);
    const { context } = read;
    const { made_calls, retrieved_docs, current_mcp_server: current, decision } = state;
    const candidates = retrieved_docs.map(({ name }) => name);
    const choose = (server: string | null, reason: string, user_question: string | null = null) => {
      const scores = retrieved_docs.map(({ score }) => score);
      const route: Route = { server, candidates, scores, reason };
      context.emit({ type: 'route', route });
      return { current_mcp_server: server, chosen_route: route, user_question };
    };

    if (made_calls.length === 0) {
      return choose(documentsServerName, 'The documents are asked first.');
    }
    if (candidates.length === 0)
      return choose(fallback(state, context.models), 'No outside server was found.');
    if (made_calls.length >= agentBounds.toolCalls) {
      return choose(current ?? documentsServerName, 'No further call is made in this turn.');
    }
    if (current !== null && current !== documentsServerName && decision?.server === current) {
      return choose(current, `The server in use is kept. ${decision.reason}`);
    }
    const chosen = callsTools(context.models.routing_response_model)
      ? await askRoutingModel(dependencies, state, read)
      : await chooseByScores(dependencies, state, read);
    switch (chosen.kind) {
      case 'server':
        return choose(
          chosen.server === documentsServerName ? fallback(state, context.models) : chosen.server,
          chosen.reason,
        );
      case 'nothing_relevant':
        return choose(fallback(state, context.models), chosen.reason);
      case 'ambiguous':
        return choose(null, chosen.reason, chosen.question);
    }
  };
}

/**
 * Returns the documents' server if the documents, a result or a tool of the caller may help and it
 * was not abandoned. A model that reads decides itself whether the passages answer.
 */
function fallback(state: AgentStateValue, models: TurnModels): string | null {
  const { made_calls, evidence, left_servers, caller_tools, passages } = state;
  if (left_servers.includes(documentsServerName)) return null;
  const calledOutside = made_calls.some(({ server }) => server !== documentsServerName);
  const hasMore = calledOutside || caller_tools !== null;
  const isRead = passages.length > 0 && callsTools(models.mcp_orchestrator_model);
  return supportsAnswer(evidence) || isRead || hasMore ? documentsServerName : null;
}

/**
 * Chooses without a model that follows instructions: the documents if they answer, else by scores.
 */
async function chooseByScores(
  dependencies: AgentDependencies,
  state: AgentStateValue,
  { context, signal }: NodeRuntime,
): Promise<RoutingChoice> {
  const { question, decision, retrieved_docs } = state;
  const fromDocuments = await answerFromState(dependencies, state, {
    context,
    onText: () => {},
    signal,
  });
  if (!fromDocuments.abstained) {
    return { kind: 'server', server: documentsServerName, reason: 'The documents answer it.' };
  }
  if (!decision || decision.kind === 'nothing_relevant') {
    return { kind: 'nothing_relevant', reason: decision?.reason ?? 'No outside server is left.' };
  }
  if (decision.kind === 'server' && decision.server !== null) {
    return { kind: 'server', server: decision.server, reason: decision.reason };
  }
  const alike = retrieved_docs.filter(({ name }) => decision.choices.includes(name));
  const [only] = alike;
  if (!only) return { kind: 'nothing_relevant', reason: 'No server that fits is left.' };
  if (alike.length === 1) {
    const reason = 'Of servers that fit alike it is the only one left.';
    return { kind: 'server', server: only.name, reason };
  }
  const names = alike.slice(0, maxChoices).map(({ name }) => name);
  return {
    kind: 'ambiguous',
    question: sentencesFor(question).whichServer(names),
    reason: decision.reason,
  };
}
