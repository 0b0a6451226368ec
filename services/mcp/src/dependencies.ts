import {
  createMetrics,
  createTokenVerifier,
  type Logger,
  type Metrics,
  openPool,
  openRevocations,
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
import type { Pool } from 'pg';
import { mountCompletions } from './completions/mount-completions.ts';
import type { Config } from './config.ts';
import { readEvidenceApp } from './evidence-app/evidence-app.ts';
import { createFolderFiles } from './files/folder-files.ts';
import { createHttpKnowledge } from './knowledge/http-knowledge.ts';
import type { Knowledge } from './knowledge/knowledge.ts';
import { openLiterature } from './open-literature.ts';
import { openUpstream, type Upstream, type UpstreamReplacements } from './open-upstream.ts';
import { mountPrompts } from './prompts/mount-prompts.ts';
import { mountResources } from './resources/mount-resources.ts';
import { createServerFactory } from './server/create-server-factory.ts';
import { mcpServerName } from './server/mcp-identity.ts';
import { createToolMetrics } from './server/tool-metrics.ts';
import { createAllTools } from './tools/all-tools.ts';
import {
  createFindHiddenTools,
  type FindHiddenTools,
} from './tools/meta-tools/find-hidden-tools.ts';
import { createHttpResearchService } from './tools/research/http-research-service.ts';

export interface Dependencies {
  readonly version: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly verifier: TokenVerifier;
  readonly knowledge: Knowledge;
  /** Undefined: there is no database. */
  readonly upstream: Upstream | undefined;
  readonly handler: McpHttpHandler;
  /** Undefined: every tool is listed for everybody. */
  readonly findHidden: FindHiddenTools | undefined;
  /** Further host names of health and metrics. */
  readonly allowedHosts: readonly string[];
}

/** Maximum body of an MCP request. */
const maxRequestBytes = 1024 * 1024;

/** Maximum size of a file that the file tools read or write. */
const maxFileBytes = 256 * 1024;

/** Replacements that tests use. */
export interface Replacements extends UpstreamReplacements {
  readonly literatureTimeoutMs?: number | undefined;
  readonly version?: string;
  /** Replaces the built app that shows evidence. */
  readonly evidenceApp?: string;
  /** Extends each new server after the product's own tools. */
  readonly extend?: (server: McpServer) => void;
}

/** Opens every adapter. Each registers its own close. */
export async function openDependencies(
  config: Config,
  scope: ProcessScope,
  {
    version = ownVersion,
    evidenceApp: ownApp,
    extend,
    literatureTimeoutMs,
    ...replacements
  }: Replacements = {},
): Promise<Dependencies> {
  const { logger, onClose } = scope;
  const metrics = createMetrics('mcp');
  const timeoutMs = config.RAG_SEARCH_TIMEOUT * 1000;
  const knowledge = createHttpKnowledge({
    url: config.RAG_SERVICE_URL,
    timeoutMs,
    adapter: openServiceAdapter(onClose),
  });
  const pool = openDatabase(config, scope);
  const upstream = pool && (await openUpstream({ config, pool, ...replacements }, scope));
  const outside = upstream?.offeredTools;
  const tools = createAllTools({
    knowledge,
    search: {
      timeoutMs,
      maxResults: config.RAG_MAX_RESULTS,
      hybrid: config.ENABLE_HYBRID_SEARCH,
    },
    collectionFilter: config.ENABLE_COLLECTION_FILTER,
    usualTopK: config.RETRIEVE_TOP_K,
    tracing: {
      version,
      serverName: mcpServerName,
      includeText: config.LANGSMITH_INCLUDE_TEXT,
    },
    files:
      config.FILES_ROOT === undefined
        ? undefined
        : createFolderFiles({ root: config.FILES_ROOT, maxBytes: maxFileBytes }),
    literature:
      pool && (await openLiterature({ config, pool, timeoutMs: literatureTimeoutMs }, scope)),
    research:
      config.LLM_SERVICE_URL === undefined
        ? undefined
        : createHttpResearchService({ url: config.LLM_SERVICE_URL, timeoutMs }),
    outside,
    logger,
  });
  const evidenceApp = ownApp ?? readEvidenceApp();
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
    verifier: createTokenVerifier(
      config.INTERNAL_JWKS,
      pool && (await openRevocations(pool, logger, onClose)),
    ),
    knowledge,
    upstream,
    handler,
    findHidden: outside && createFindHiddenTools({ outside, logger }),
  };
}

function openDatabase(config: Config, { logger, onClose }: ProcessScope): Pool | undefined {
  if (!config.DATABASE_URL) return undefined;
  return openPool(
    {
      url: config.DATABASE_URL,
      size: config.DATABASE_POOL_SIZE,
      applicationName: 'lectern-mcp',
      logger,
    },
    onClose,
  );
}
