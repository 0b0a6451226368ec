import type {
  CallFailure,
  RegisteredTool,
  RegistryCall,
  ToolAnswer,
  ToolRegistry,
  ToolServer,
} from '../src/ports/tool-registry.ts';
import type {
  RoutingDecision,
  ScoredServer,
  ToolRetrieval,
  ToolSearch,
} from '../src/ports/tool-retrieval.ts';

export interface FakeTool {
  readonly server: string;
  readonly name: string;
  /** Names of its text arguments. */
  readonly arguments?: readonly string[];
  /** Those that it needs; default: all. */
  readonly needed?: readonly string[];
  readonly needsConfirmation?: boolean;
}

export interface FakeToolsOptions {
  readonly tools: readonly FakeTool[];
  readonly answer?: (call: RegistryCall) => string | CallFailure;
  /** What a query finds; by default every server, with the first one as the decision. */
  readonly search?: (search: ToolSearch) => {
    readonly servers: readonly ScoredServer[];
    readonly decision: RoutingDecision;
  };
}

/** A registry of outside servers and its retrieval, in memory. */
export class FakeTools {
  readonly calls: RegistryCall[] = [];
  readonly searches: ToolSearch[] = [];
  readonly #kept: string[] = [];
  readonly registry: ToolRegistry;
  readonly retrieval: ToolRetrieval;

  constructor({ tools, answer, search }: FakeToolsOptions) {
    const registered = tools.map(toRegistered);
    const names = [...new Set(tools.map(({ server }) => server))];
    const servers = names.map(toServer);
    this.registry = {
      listServers: async () => servers,
      listTools: async (_owner, server) => registered.filter((tool) => tool.server === server),
      findTool: async (_owner, server, name) =>
        registered.find((tool) => tool.server === server && tool.name === name),
      callTool: async (_owner, call, { signal, maxText }) => {
        signal.throwIfAborted();
        this.calls.push(call);
        const given = answer?.(call) ?? 'done';
        if (typeof given !== 'string') return given;
        if (maxText === undefined || given.length <= maxText) return toAnswer(given);
        const resultId = String(this.#kept.push(given) - 1);
        const rest = { resultId, offset: maxText, characters: given.length };
        return { ...toAnswer(given.slice(0, maxText)), rest };
      },
      readResult: async (_owner, resultId, { offset, limit = 40_000 }) => {
        const whole = this.#kept[Number(resultId)];
        const end = offset + limit;
        return whole === undefined
          ? undefined
          : {
              text: whole.slice(offset, end),
              offset,
              characters: whole.length,
              nextOffset: end < whole.length ? end : null,
            };
      },
    };
    this.retrieval = {
      search: async (_owner, asked) => {
        this.searches.push(asked);
        const found = search?.(asked) ?? {
          servers: names.map((name, at) => ({ name, score: 1 - at / 10 })),
          decision: decide(names[0] ?? null),
        };
        return { ...found, tools: [], durationMs: 1 };
      },
      selectTools: async (_owner, { server }) => {
        const selected = registered.filter((tool) => tool.server === server);
        return { tools: selected, tokens: selected.length * 50, omitted: 0 };
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

function toServer(name: string): ToolServer {
  return {
    id: name,
    name,
    description: `Does what ${name} does.`,
    health: 'healthy',
    toolCount: 1,
  };
}

function toRegistered(tool: FakeTool): RegisteredTool {
  const { server, name, needsConfirmation = false } = tool;
  const names = tool.arguments ?? ['query'];
  return {
    serverId: server,
    server,
    name,
    version: `${server}/${name}/1`,
    title: null,
    description: `The tool ${name}.`,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(names.map((argument) => [argument, { type: 'string' }])),
      required: tool.needed ?? names,
    },
    readOnly: !needsConfirmation,
    needsConfirmation,
  };
}

function toAnswer(text: string): ToolAnswer {
  return {
    kind: 'answer',
    isError: false,
    content: [{ type: 'text', text }],
    structuredContent: undefined,
    text,
    bytes: text.length,
    rest: null,
    durationMs: 2,
  };
}
