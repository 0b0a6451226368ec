import { type AgentToolFailure, type ChatResponse, chatResponseSchema } from '@lectern/contracts';
import { startFakeMcp } from './fake-mcp.ts';
import { type FakeTool, FakeTools, type FakeToolsOptions } from './fake-tools.ts';
import { tower } from './passages.ts';
import { calls, type Script, ScriptedModel, says } from './scripted-model.ts';
import { type LlmOptions, startLlm } from './start-llm.ts';

const allChoices = ['none', 'auto', 'required'] as const;
export const weather: FakeTool = { server: 'weather', name: 'get_forecast', arguments: ['city'] };
const issues: FakeTool = { server: 'tracker', name: 'find_issues' };
export const search = calls('retrieve_context', { query: 'height of the tower' });
export const message = 'How tall is the tower?';

/** The failure of a tool that may have done its work. */
export const timedOut: AgentToolFailure = {
  kind: 'failure',
  code: 'timeout',
  message: 'The server did not answer in time.',
  may_have_run: true,
  duration_ms: 3,
};

/**
 * Replies of the model up to its call of the tool of `weather`, whose server it finds by `query`.
 */
export const callsForecast = (query = 'a query'): readonly Script[] => [
  search,
  says(query),
  says('weather'),
  calls('get_forecast', { city: 'Paris' }),
];

/** Starts the service in mode `agent` with a scripted model and tools that record their calls. */
export async function startAgent(
  scripts: readonly Script[],
  tools: Partial<FakeToolsOptions> = {},
  options: Partial<LlmOptions> = {},
) {
  const mcp = await startFakeMcp(() => [tower]);
  const model = new ScriptedModel(scripts, allChoices);
  const fake = new FakeTools({ tools: [weather, issues], ...tools });
  const llm = await startLlm({
    mcpUrl: mcp.url,
    model,
    outside: fake.outside,
    ...options,
  });
  return {
    mcp,
    model,
    fake,
    llm,
    lastShown: () => model.requests.at(-1)?.messages.at(-1)?.content,
    async ask(text = message, conversation_id?: string): Promise<ChatResponse> {
      const body = {
        message: text,
        mode: 'agent' as const,
        ...(conversation_id && { conversation_id }),
      };
      const response = await llm.chat(body);
      return chatResponseSchema.parse(await response.json());
    },
    async [Symbol.asyncDispose]() {
      await llm[Symbol.asyncDispose]();
      await mcp[Symbol.asyncDispose]();
    },
  };
}

export const toolsOf = ({ tool_calls }: ChatResponse) =>
  tool_calls.map(({ server, tool, status }) => `${server}.${tool} ${status}`);
