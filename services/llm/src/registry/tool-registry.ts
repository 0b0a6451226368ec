import type { Owner } from '../ports/owner.ts';
import type { RegisteredTool, ToolRegistry, ToolServer } from '../ports/tool-registry.ts';
import { callOutsideTool, type OutsideToolDependencies } from './call-outside-tool.ts';
import type { ServerDocument } from './mcp-catalogue.ts';
import { toToolVersion } from './tool-version.ts';

/** Most characters that one look at a kept result gives. */
const defaultMaxText = 40_000;

/** The registry as agents use it. */
export function createToolRegistry(dependencies: OutsideToolDependencies): ToolRegistry {
  const { servers, catalogue, results } = dependencies;

  const loadVisible = async (owner: Owner): Promise<readonly ServerDocument[]> => {
    const visible = await servers.listVisible(owner);
    const documents = await catalogue.loadDocuments(
      owner.organisationId,
      visible.map(({ id }) => id),
    );
    return documents.toSorted((a, b) => a.name.localeCompare(b.name));
  };

  const listTools = async (owner: Owner, server: string): Promise<RegisteredTool[]> => {
    const visible = await servers.listVisible(owner);
    const found = visible.find(({ name }) => name.toLowerCase() === server.toLowerCase());
    if (!found) return [];
    const [document] = await catalogue.loadDocuments(owner.organisationId, [found.id]);
    return document ? toRegisteredTools(document) : [];
  };

  return {
    listServers: async (owner) => (await loadVisible(owner)).map(toToolServer),
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

function toToolServer(server: ServerDocument): ToolServer {
  return {
    id: server.id,
    name: server.name,
    description: server.description || server.instructions || nameTools(server),
    health: server.health,
    toolCount: server.tools.length,
  };
}

/** What stands for the description of a server that gives none: the names of its tools. */
function nameTools({ tools }: ServerDocument): string {
  return tools.length === 0 ? '' : `Tools: ${tools.map(({ name }) => name).join(', ')}.`;
}

/** The tools that a server offers, as an agent sees them. */
export function toRegisteredTools(server: ServerDocument): RegisteredTool[] {
  return server.tools.map(({ digest, ...tool }) => ({
    serverId: server.id,
    server: server.name,
    ...tool,
    version: toToolVersion({ ...server, digest }),
    needsConfirmation: server.confirm === 'all' || (server.confirm === 'writes' && !tool.readOnly),
  }));
}
