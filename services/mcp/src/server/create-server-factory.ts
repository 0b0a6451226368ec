import { markFailed, withSpan } from '@lectern/service';
import {
  type CallToolResult,
  type McpRequestContext,
  McpServer,
  type Server,
  type ServerCapabilities,
  type ServerContext,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { readLanguage, readNeededTools } from '../calls/auth-info.ts';
import { type Language, languages } from '../calls/languages.ts';
import { repairArguments } from '../calls/repair-arguments.ts';
import { toToolCall } from '../calls/tool-call.ts';
import { evidenceAppToolMeta } from '../evidence-app/evidence-app.ts';
import { translateSchema } from '../tools/in-languages.ts';
import type { Tool } from '../tools/tool.ts';
import { createUnknownCursor } from './first-page.ts';
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
  readonly inputSchemas: Readonly<Record<Language, StandardSchemaWithJSON>>;
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
    inputSchemas: createArgumentsSchemas(tool.inputSchema),
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
    for (const { tool, inputSchemas, outputSchema } of needed) {
      if (hidden.includes(tool.name)) continue;
      // The called tool itself answers and names the missing scope.
      if (calledAlone.length === 0 && !mayCall(tool, authInfo)) continue;
      const { name, title, description, annotations, hasEvidence } = tool;
      server.registerTool(
        name,
        {
          title,
          description: description[language],
          inputSchema: inputSchemas[language],
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

/** Runs a tool for a request of the SDK in a span and records its metrics. */
async function callTool(
  tool: Tool,
  input: unknown,
  { context, metrics }: { readonly context: ServerContext; readonly metrics: ToolMetrics },
): Promise<CallToolResult> {
  const call = toToolCall(context);
  const started = performance.now();
  const result = await withSpan(`tools/call ${tool.name}`, {}, async (span) => {
    const outcome = await tool.run(repairArguments(tool.inputSchema, input ?? {}), call);
    if (outcome.isError) markFailed(span, 'tool_error');
    return outcome;
  });
  metrics.observe(tool.name, result.isError ? 'error' : 'ok', performance.now() - started);
  return result;
}

/**
 * Returns a schema for the SDK whose JSON form is created once, since a server is created for every
 * request.
 */
function createListedSchema(schema: z.ZodObject): StandardSchemaWithJSON {
  const standard = schema['~standard'];
  const input = standard.jsonSchema.input({ target: 'draft-2020-12' });
  const output = standard.jsonSchema.output({ target: 'draft-2020-12' });
  return {
    '~standard': {
      version: 1,
      vendor: standard.vendor,
      validate: standard.validate,
      jsonSchema: { input: () => input, output: () => output },
    },
  };
}

/**
 * Returns such a schema in every language, for arguments that the tool checks itself, so that it
 * answers in its own error form.
 */
function createArgumentsSchemas(
  schema: z.ZodObject,
): Readonly<Record<Language, StandardSchemaWithJSON>> {
  const { '~standard': standard } = createListedSchema(schema);
  const json = standard.jsonSchema.input({ target: 'draft-2020-12' });
  const schemas = languages.map((language): [Language, StandardSchemaWithJSON] => {
    const translated = translateSchema(json, language) as typeof json;
    const jsonSchema = { input: () => translated, output: () => translated };
    return [
      language,
      { '~standard': { ...standard, validate: (value) => ({ value }), jsonSchema } },
    ];
  });
  return Object.fromEntries(schemas) as Record<Language, StandardSchemaWithJSON>;
}
