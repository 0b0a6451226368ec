import {
  type McpRequestContext,
  McpServer,
  type Server,
  type ServerCapabilities,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import { evidenceAppToolMeta } from '../apps/evidence-app.ts';
import { readLanguage, readNeededTools } from '../calls/auth-info.ts';
import type { Tool } from '../tools/tool.ts';
import { callTool } from './call-tool.ts';
import { createUnknownCursor } from './first-page.ts';
import { createArgumentsSchema, createListedSchema } from './listed-schema.ts';
import { mcpInstructions, mcpServerName, mcpServerTitle } from './mcp-identity.ts';
import type { ToolMetrics } from './tool-metrics.ts';

export interface ServerFactoryOptions {
  readonly version: string;
  readonly tools: readonly Tool[];
  readonly metrics: ToolMetrics;
  /** Announces the app that shows evidence to clients. */
  readonly hasEvidenceApp: boolean;
  /** Add resources, prompts and completions to a new server. */
  readonly mounts: readonly ((server: Server) => void)[];
  /** Runs last, for tests. */
  readonly extend?: (server: McpServer) => void;
}

const capabilities: ServerCapabilities = {
  tools: { listChanged: false },
  resources: { listChanged: false },
  prompts: { listChanged: false },
  completions: {},
};

interface ListedTool {
  readonly tool: Tool;
  readonly inputSchema: StandardSchemaWithJSON;
  readonly outputSchema: StandardSchemaWithJSON | undefined;
}

/**
 * Creates a server for every request, as the SDK requires. Schemas are prepared once, and a call
 * registers only the called tool.
 */
export function createServerFactory(
  options: ServerFactoryOptions,
): (context: McpRequestContext) => McpServer {
  const { version, metrics, hasEvidenceApp, mounts, extend } = options;
  const listed: ListedTool[] = options.tools.map((tool) => ({
    tool,
    inputSchema: createArgumentsSchema(tool.inputSchema),
    outputSchema: tool.outputSchema && createListedSchema(tool.outputSchema),
  }));
  return ({ authInfo }) => {
    const { hidden = [], called, cursor } = readNeededTools(authInfo);
    const calledAlone = listed.filter(({ tool }) => tool.name === called);
    // The SDK's error for an unknown name depends on the registered tools.
    const needed = calledAlone.length > 0 ? calledAlone : listed;
    const language = readLanguage(authInfo);
    const server = new McpServer(
      { name: mcpServerName, title: mcpServerTitle, version },
      { instructions: mcpInstructions, capabilities },
    );
    for (const { tool, inputSchema, outputSchema } of needed) {
      if (hidden.includes(tool.name)) continue;
      // The called tool itself answers and names the missing scope.
      if (calledAlone.length === 0 && !mayCall(tool, authInfo)) continue;
      const { name, title, description, annotations, hasEvidence } = tool;
      server.registerTool(
        name,
        {
          title,
          description: description[language],
          inputSchema,
          annotations,
          ...(outputSchema && { outputSchema }),
          ...(hasEvidence && hasEvidenceApp && { _meta: evidenceAppToolMeta }),
        },
        (input, context) => callTool(tool, input, { context, metrics }),
      );
    }
    if (cursor) {
      // The SDK ignores the cursor.
      server.server.setRequestHandler('tools/list', () => {
        throw createUnknownCursor();
      });
    }
    for (const mount of mounts) mount(server.server);
    extend?.(server);
    return server;
  };
}

function mayCall({ scope }: Tool, authInfo: McpRequestContext['authInfo']): boolean {
  return scope === undefined || authInfo === undefined || authInfo.scopes.includes(scope);
}
