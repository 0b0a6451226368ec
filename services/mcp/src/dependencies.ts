import {
  createMetrics,
  createTokenVerifier,
  type Logger,
  type Metrics,
  openServiceAdapter,
  version as ownVersion,
  type ProcessScope,
  type TokenVerifier,
} from '@lectern/service';
import {
  createMcpHandler,
  type McpHttpHandler,
  type McpServer,
} from '@modelcontextprotocol/server';
import { createFolderFiles } from './adapters/folder-files.ts';
import { createHttpKnowledge } from './adapters/http-knowledge.ts';
import { createHttpOutsideTools } from './adapters/http-outside-tools.ts';
import { createHttpResearchService } from './adapters/http-research-service.ts';
import { readEvidenceApp } from './apps/evidence-app.ts';
import type { Language } from './calls/languages.ts';
import { mountCompletions } from './completions/mount-completions.ts';
import type { Config } from './config.ts';
import { openLiterature } from './open-literature.ts';
import type { Knowledge } from './ports/knowledge.ts';
import { mountPrompts } from './prompts/mount-prompts.ts';
import { mountResources } from './resources/mount-resources.ts';
import { createServerFactory } from './server/create-server-factory.ts';
import { mcpServerName } from './server/mcp-identity.ts';
import { createToolMetrics } from './server/tool-metrics.ts';
import { createAllTools } from './tools/all-tools.ts';
import { createFindHiddenTools, type FindHiddenTools } from './tools/registry/find-hidden-tools.ts';

/** What the app is made of. */
export interface Dependencies {
  readonly version: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly verifier: TokenVerifier;
  readonly knowledge: Knowledge;
  readonly handler: McpHttpHandler;
  /** Undefined: every tool is listed for everybody. */
  readonly findHidden: FindHiddenTools | undefined;
  readonly toolLanguage: Language | undefined;
  /** Further names under which health and metrics are told. */
  readonly allowedHosts: readonly string[];
}

/** As long as a server may be given for one call. */
const outsideTimeoutMs = 300_000;
/** Largest body of an MCP request. */
const maxRequestBytes = 1024 * 1024;

/** What tests put in place of the suite's own. */
export interface Replacements {
  readonly version?: string;
  /** In place of the built app that shows evidence. */
  readonly evidenceApp?: string;
  /** Adds to each fresh server, after all that is the product's. */
  readonly extend?: (server: McpServer) => void;
}

/** Builds every adapter; each registers its own close. */
export async function openDependencies(
  config: Config,
  { logger, onClose }: ProcessScope,
  { version = ownVersion, evidenceApp: ownApp, extend }: Replacements = {},
): Promise<Dependencies> {
  const metrics = createMetrics('mcp');
  const timeoutMs = config.RAG_SEARCH_TIMEOUT * 1000;
  const knowledge = createHttpKnowledge({
    url: config.RAG_SERVICE_URL,
    timeoutMs,
    adapter: openServiceAdapter(onClose),
  });
  const outside = config.LLM_SERVICE_URL
    ? createHttpOutsideTools({ url: config.LLM_SERVICE_URL, timeoutMs: outsideTimeoutMs })
    : undefined;
  const tools = createAllTools({
    knowledge,
    search: {
      timeoutMs,
      maxResults: config.RAG_MAX_RESULTS,
      hybrid: config.ENABLE_HYBRID_SEARCH,
    },
    collectionFilter: config.ENABLE_COLLECTION_FILTER,
    tracing: {
      version,
      serverName: mcpServerName,
      includeText: config.LANGSMITH_INCLUDE_TEXT,
    },
    files:
      config.FILES_ROOT === undefined
        ? undefined
        : createFolderFiles({ root: config.FILES_ROOT, maxBytes: config.FILES_MAX_BYTES }),
    literature: await openLiterature(config, logger, onClose),
    research:
      config.LLM_SERVICE_URL === undefined
        ? undefined
        : createHttpResearchService({ url: config.LLM_SERVICE_URL, timeoutMs }),
    outside: outside && { tools: outside, timeoutMs: outsideTimeoutMs },
    logger,
  });
  const evidenceApp = config.ENABLE_MCP_APPS ? (ownApp ?? readEvidenceApp()) : undefined;
  const resources = { knowledge, timeoutMs, logger, evidenceApp };
  const handler = createMcpHandler(
    createServerFactory({
      version,
      tools,
      metrics: createToolMetrics(metrics),
      hasEvidenceApp: evidenceApp !== undefined,
      mounts: [
        (server) => mountResources(server, resources),
        mountPrompts,
        (server) => mountCompletions(server, resources),
      ],
      ...(extend && { extend }),
    }),
    {
      maxRequestBodySize: maxRequestBytes,
      onerror: (error) => logger.debug({ err: error }, 'an MCP request was refused'),
    },
  );
  onClose(() => handler.close());
  return {
    allowedHosts: config.ALLOWED_HOSTS,
    version,
    logger,
    metrics,
    verifier: createTokenVerifier(config.INTERNAL_JWKS),
    knowledge,
    handler,
    toolLanguage: config.MCP_TOOL_LANGUAGE,
    findHidden: outside && createFindHiddenTools({ outside, logger }),
  };
}
