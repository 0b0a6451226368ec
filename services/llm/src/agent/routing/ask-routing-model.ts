import { ambiguityPrefixes, nothingRelevant } from '@lectern/answering/prompts';
import { documentsServerName } from '@lectern/contracts';
import { type ModelMessage, runModel } from '@lectern/models';
import { shorten } from '@lectern/retrieval/text';
import type { NodeRuntime } from '../../graphs/graph-context.ts';
import type { AgentDependencies } from '../agent-dependencies.ts';
import type { AgentStateValue } from '../agent-state.ts';
import { describeServers } from '../describe-servers.ts';
import { showConversation } from '../show-conversation.ts';

export type RoutingChoice =
  | { readonly kind: 'server'; readonly server: string; readonly reason: string }
  | { readonly kind: 'nothing_relevant'; readonly reason: string }
  | { readonly kind: 'ambiguous'; readonly question: string; readonly reason: string };

const maxReplyTokens = 200;
const maxQuestionLength = 500;

/** Lets the model choose among the found servers. An unreadable reply chooses the documents. */
export async function askRoutingModel(
  { settings }: AgentDependencies,
  state: AgentStateValue,
  { context, signal }: NodeRuntime,
): Promise<RoutingChoice> {
  const { routing_response_model: model, contextTokens } = context.models;
  const { retrieved_docs, left_servers, current_mcp_server: current } = state;
  const documents = left_servers.includes(documentsServerName) ? [] : [documentsServerName];
  const names = [...documents, ...retrieved_docs.map(({ name }) => name)];
  const messages: ModelMessage[] = [
    { role: 'system', content: settings.routing_response_prompt },
    {
      role: 'user',
      content: [
        describeServers(retrieved_docs, names),
        `Current server: ${current ?? 'none'}`,
        showConversation(state, Math.floor(contextTokens / 2)),
      ].join('\n\n'),
    },
  ];
  const request = { messages, maxTokens: maxReplyTokens };
  const { text } = await runModel(model, request, { signal });
  return readChoice(text.trim(), names);
}

function readChoice(reply: string, names: readonly string[]): RoutingChoice {
  const prefix = ambiguityPrefixes.find((one) => reply.includes(one));
  if (prefix !== undefined) {
    const question = shorten(
      reply.slice(reply.indexOf(prefix) + prefix.length).trim(),
      maxQuestionLength,
    );
    if (question !== '') {
      return { kind: 'ambiguous', question, reason: 'The model asks which one is meant.' };
    }
  }
  if (reply.includes(nothingRelevant)) {
    return { kind: 'nothing_relevant', reason: 'The model finds no server relevant.' };
  }
  const bare = reply.replaceAll(/^[\s"'`*]+|[\s"'`*.]+$/g, '').toLowerCase();
  const server = names.find((name) => name.toLowerCase() === bare) ?? findOnlyNamed(reply, names);
  if (server !== undefined) return { kind: 'server', server, reason: 'The model chose it.' };
  return { kind: 'nothing_relevant', reason: 'The model named no server, or several.' };
}

const denial = /(?<!\p{L})(?:no|not|none|neither|nothing|нет|не|ни)(?!\p{L})|n['’]t(?!\p{L})/iu;

/** Small models reply with a sentence: the only server that it names is chosen. */
function findOnlyNamed(reply: string, names: readonly string[]): string | undefined {
  if (denial.test(reply)) return undefined;
  const words = toWords(reply);
  const named = names.filter((name) => words.includes(toWords(name)));
  const whole = named.filter((name) =>
    named.every((other) => other === name || !toWords(other).includes(toWords(name))),
  );
  return whole.length === 1 ? whole[0] : undefined;
}

function toWords(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+(?:[._-][\p{L}\p{N}]+)*/gu) ?? [];
  return ` ${words.join(' ')} `;
}
