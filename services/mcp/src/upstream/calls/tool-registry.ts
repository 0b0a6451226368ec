import type { Owner } from '../access.ts';
import type { ServerDocument } from '../catalogue/mcp-catalogue.ts';
import type { ResultPart } from '../results/tool-results.ts';
import { needsConfirmation } from '../servers/to-mcp-server.ts';
import { toToolVersion } from '../servers/usable-servers.ts';
import { callOutsideTool, type OutsideToolDependencies } from './call-outside-tool.ts';
import type {
  CallFailure,
  RegisteredTool,
  RegistryCall,
  RegistryCallContext,
  ToolAnswer,
} from './registry-call.ts';

/** Maximum characters of one part of a stored result. */
const defaultMaxText = 40_000;

/**
 * Outside MCP servers that a person may use by role and teams at the time of the call. Definitions
 * come from PostgreSQL, so that a dead server delays nobody.
 */
export interface ToolRegistry {
  /** Returns the number of enabled servers that the person may use. */
  countServers(owner: Owner): Promise<number>;
  /** Returns the tools of a server in its order; empty if it is unknown or hidden. */
  listTools(owner: Owner, server: string): Promise<readonly RegisteredTool[]>;
  /** Undefined if the server or the tool is unknown or hidden. */
  findTool(owner: Owner, server: string, tool: string): Promise<RegisteredTool | undefined>;
  /**
   * Calls a tool at its server, once. A server's failure is part of the answer.
   * @throws the signal's reason and errors of PostgreSQL.
   */
  callTool(
    owner: Owner,
    call: RegistryCall,
    context: RegistryCallContext,
  ): Promise<ToolAnswer | CallFailure>;
  /** Undefined if the result has expired or belongs to another person. */
  readResult(
    owner: Owner,
    resultId: string,
    part: { readonly offset: number; readonly limit?: number },
  ): Promise<ResultPart | undefined>;
}

export function createToolRegistry(dependencies: OutsideToolDependencies): ToolRegistry {
  const { servers, catalogue, results } = dependencies;

  const listTools = async (owner: Owner, server: string): Promise<RegisteredTool[]> => {
    const visible = await servers.listVisible(owner);
    const found = visible.find(({ name }) => name.toLowerCase() === server.toLowerCase());
    if (!found) return [];
    const [document] = await catalogue.loadDocuments(owner.organisationId, [found.id]);
    return document ? toRegisteredTools(document) : [];
  };

  return {
    countServers: async (owner) => (await servers.listVisible(owner)).length,
    listTools,
    findTool: async (owner, server, tool) =>
      (await listTools(owner, server)).find(({ name }) => name === tool),
    callTool: (owner, call, context) =>
      callOutsideTool(dependencies, owner, {
        call,
        context: { maxText: defaultMaxText, ...context },
      }),
    readResult: (owner, resultId, { offset, limit = defaultMaxText }) =>
      results.read(owner, resultId, { offset, limit }),
  };
}

/** Returns the tools of a server for an agent. */
export function toRegisteredTools(server: ServerDocument): RegisteredTool[] {
  return server.tools.map(({ digest, ...tool }) => ({
    server: server.name,
    ...tool,
    version: toToolVersion({ ...server, digest }),
    needsConfirmation: needsConfirmation(server.confirm, tool.readOnly),
    neverAsks: server.confirm === 'none',
  }));
}
