import type { McpServerFailure, McpToolFailureCode } from '@lectern/contracts';
import { withinTime } from '@lectern/service';
import type { Owner } from '../access.ts';
import type { McpCatalogue } from '../catalogue/mcp-catalogue.ts';
import { ReadingEndedError } from '../connections/open-servers-process.ts';
import {
  OutsideServerError,
  type OutsideServers,
  toTimeout,
} from '../connections/outside-servers.ts';
import { countCodePoints, findCodePoint } from '../results/code-points.ts';
import type { ToolResults } from '../results/tool-results.ts';
import type { UsableServers } from '../servers/usable-servers.ts';
import type {
  CallFailure,
  RegistryCall,
  RegistryCallContext,
  ToolAnswer,
} from './registry-call.ts';

export interface OutsideToolDependencies {
  readonly servers: UsableServers;
  readonly catalogue: McpCatalogue;
  readonly outside: OutsideServers;
  readonly results: ToolResults;
}

const codeOf: Record<McpServerFailure, McpToolFailureCode> = {
  address_refused: 'server_unavailable',
  unauthorized: 'server_unavailable',
  unreachable: 'server_unavailable',
  garbage: 'server_unavailable',
  busy: 'server_unavailable',
  rate_limited: 'server_unavailable',
  too_large: 'result_too_large',
  timeout: 'timeout',
  refused_arguments: 'invalid_arguments',
};

/** Failures of the server, not of the call: they let it rest. */
const unhealthy: readonly McpServerFailure[] = [
  'address_refused',
  'unauthorized',
  'unreachable',
  'garbage',
  'too_large',
  'timeout',
];

/** Failures after which the tool may have run. */
const afterSending: readonly McpServerFailure[] = [
  'unreachable',
  'garbage',
  'too_large',
  'timeout',
];

const mustAgree = 'A person must agree to this call.';
const mustAgreeAnew =
  'The tool or its server was changed since a person agreed to this call, so it was not made.';

export interface OutsideCall {
  readonly call: RegistryCall;
  readonly context: RegistryCallContext & { readonly maxText: number };
}

/** Calls one tool at its server if the person may use it. */
export async function callOutsideTool(
  { servers, catalogue, outside, results }: OutsideToolDependencies,
  owner: Owner,
  { call, context }: OutsideCall,
): Promise<ToolAnswer | CallFailure> {
  const startedAt = performance.now();
  const fail = (code: McpToolFailureCode, message: string, retryAfter?: number): CallFailure => ({
    kind: 'failure',
    code,
    message,
    ...(retryAfter !== undefined && { retryAfter }),
    durationMs: Math.round(performance.now() - startedAt),
  });
  const tool = await servers.findCallable(owner, call.server, call.tool);
  if (!tool) return fail('unknown_tool', 'There is no such tool.');
  if (tool.needsConfirmation && call.agreedTo !== tool.version) {
    const message = call.agreedTo === undefined ? mustAgree : mustAgreeAnew;
    return { ...fail('confirmation_required', message), toolVersion: tool.version };
  }
  if (tool.retryAt) {
    const seconds = Math.max(1, Math.ceil((tool.retryAt.getTime() - Date.now()) / 1_000));
    return fail('server_unavailable', 'The server failed lately and is left alone.', seconds);
  }
  const { timeoutMs } = tool;
  const limit = { signal: context.signal, timeoutMs, late: toTimeout };
  try {
    const answer = await withinTime(limit, (signal) =>
      outside.callTool(
        tool.connection,
        {
          tool: call.tool,
          definition: tool.definition,
          arguments: call.arguments,
          timeoutMs,
          signal,
        },
        async ({ text, ...whole }) => ({
          ...whole,
          ...(await cut(text, context.maxText, (rest) => results.store(owner, rest))),
        }),
      ),
    );
    if (!tool.isHealthy) await catalogue.recordSuccess(tool.connection.id);
    return { kind: 'answer', ...answer, durationMs: Math.round(performance.now() - startedAt) };
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof OutsideServerError)) throw error;
    if (unhealthy.includes(error.reason) || error instanceof ReadingEndedError) {
      await catalogue.recordFailure(tool.connection.id, error);
    }
    const failure = fail(codeOf[error.reason], error.message, error.retryAfter);
    const mayHaveRun = afterSending.includes(error.reason) && !tool.definition.readOnly;
    return mayHaveRun ? { ...failure, mayHaveRun } : failure;
  }
}

/** Cuts a text and stores it if it is too long. */
async function cut(
  text: string,
  limit: number,
  keep: (text: string) => Promise<string>,
): Promise<Pick<ToolAnswer, 'text' | 'rest'>> {
  const end = findCodePoint(text, limit);
  if (end === text.length) return { text, rest: null };
  const characters = limit + countCodePoints(text, end);
  return {
    text: text.slice(0, end),
    rest: { resultId: await keep(text), offset: limit, characters },
  };
}
