import {
  type AgentTool,
  type AgentToolAnswer,
  type AgentToolFailure,
  type FoundAgentServers,
  isAllowedTool,
} from '@lectern/contracts';
import type {
  AgentTools,
  OutsideCall,
  RoutingDecision,
  ServerSearch,
} from '../src/clients/agent-tools.ts';
import type { CallContext } from '../src/clients/tool-caller.ts';

export interface FakeTool {
  readonly server: string;
  readonly name: string;
  /** Names of its text arguments. */
  readonly arguments?: readonly string[];
  /** Names of required arguments; default: all. */
  readonly needed?: readonly string[];
  readonly needsConfirmation?: boolean;
  /** A call that may contain parts of the documents asks the person. Default: no call asks. */
  readonly asksToShare?: boolean;
}

export interface FakeToolsOptions {
  readonly tools: readonly FakeTool[];
  readonly answer?: (call: OutsideCall) => string | AgentToolFailure;
  /** Result of a query; by default every server, with the first one as the decision. */
  readonly search?: (search: ServerSearch) => {
    readonly servers: readonly { readonly name: string; readonly score: number }[];
    readonly decision: RoutingDecision;
  };
}

/** Tools of outside servers in memory. */
export class FakeTools {
  readonly calls: OutsideCall[] = [];
  readonly searches: ServerSearch[] = [];
  readonly #stored: string[] = [];
  readonly outside: AgentTools;

  constructor({ tools, answer, search }: FakeToolsOptions) {
    const offered = tools.map(toAgentTool);
    const names = [...new Set(tools.map(({ server }) => server))];
    const find = (query: ServerSearch, allowed: CallContext['allowedTools']): FoundAgentServers => {
      const { servers, decision } = search?.(query) ?? {
        servers: names.map((name, at) => ({ name, score: 1 - at / 10 })),
        decision: decide(names[0] ?? null),
      };
      const usable = servers.filter(({ name }) => isAllowedTool(allowed, name));
      const isUsable = decision.server === null || isAllowedTool(allowed, decision.server);
      return {
        servers: usable.map((server) => describe(server, offered)),
        decision: isUsable ? decision : decide(usable[0]?.name ?? null),
      };
    };
    this.outside = {
      countServers: async () => names.length,
      search: async (query, { allowedTools }) => {
        this.searches.push(query);
        return find(query, allowedTools);
      },
      selectTools: async ({ server }, { allowedTools }) =>
        offered.filter(
          (tool) => tool.server === server && isAllowedTool(allowedTools, server, tool.name),
        ),
      listClientCalls: async () => ({ calls: [], omitted: 0 }),
      findTool: async (server, name) =>
        offered.find((tool) => tool.server === server && tool.name === name),
      callTool: async (call, { signal }) => {
        signal.throwIfAborted();
        this.calls.push(call);
        const { maxText } = call;
        const given = answer?.(call) ?? 'done';
        if (typeof given !== 'string') return given;
        if (given.length <= maxText) return toAnswer(given);
        const result_id = String(this.#stored.push(given) - 1);
        const rest = { result_id, offset: maxText, characters: given.length };
        return { ...toAnswer(given.slice(0, maxText)), rest };
      },
      readResult: async ({ resultId, offset, limit }) => {
        const whole = this.#stored[Number(resultId)];
        const end = offset + limit;
        return whole === undefined
          ? undefined
          : {
              text: whole.slice(offset, end),
              next_offset: end < whole.length ? end : null,
            };
      },
    };
  }
}

export function decide(server: string | null, kind?: RoutingDecision['kind']): RoutingDecision {
  return {
    kind: kind ?? (server === null ? 'nothing_relevant' : 'server'),
    server,
    choices: [],
    reason: 'By the scores.',
    evidence: server === null ? 0 : 0.9,
  };
}

function describe(
  server: { readonly name: string; readonly score: number },
  offered: readonly AgentTool[],
) {
  const tools = offered
    .filter((tool) => tool.server === server.name)
    .map(({ name, description }) => ({ name, description }));
  return { ...server, description: `Does what ${server.name} does.`, tools };
}

function toAgentTool(tool: FakeTool): AgentTool {
  const { server, name, needsConfirmation = false } = tool;
  const names = tool.arguments ?? ['query'];
  return {
    server,
    name,
    version: `${server}/${name}/1`,
    description: `The tool ${name}.`,
    input_schema: {
      type: 'object',
      properties: Object.fromEntries(names.map((argument) => [argument, { type: 'string' }])),
      required: tool.needed ?? names,
    },
    read_only: !needsConfirmation,
    needs_confirmation: needsConfirmation,
    never_asks: !tool.asksToShare,
  };
}

function toAnswer(text: string): AgentToolAnswer {
  return {
    kind: 'answer',
    is_error: false,
    text,
    bytes: text.length,
    rest: null,
    duration_ms: 2,
  };
}
