import type { QuotaUse } from '@lectern/contracts';
import { openEmbedder } from '@lectern/retrieval';
import { createAnalyzer } from '@lectern/retrieval/analysis';
import { createSealer, createTokenSigner, type ProcessScope, version } from '@lectern/service';
import type { Pool } from 'pg';
import type { Config } from './config.ts';
import type { AuditReports } from './offered-tools/gateway-audit-reports.ts';
import { createGatewayAuditReports } from './offered-tools/gateway-audit-reports.ts';
import { createOfferedTools, type OfferedTools } from './offered-tools/offered-tools.ts';
import { OrganisationIndexes } from './tool-routing/organisation-indexes.ts';
import { RoutingVectors } from './tool-routing/routing-vectors.ts';
import { createToolRetrieval, type ToolRetrieval } from './tool-routing/tool-retrieval.ts';
import { ToolCallRates } from './upstream/calls/tool-call-rates.ts';
import { ToolConfirmations } from './upstream/calls/tool-confirmations.ts';
import { createToolRegistry, type ToolRegistry } from './upstream/calls/tool-registry.ts';
import { ToolSettings } from './upstream/calls/tool-settings.ts';
import { createBuildRouter } from './upstream/catalogue/build-router.ts';
import { startCatalogueRefresh } from './upstream/catalogue/catalogue-refresh.ts';
import { McpCatalogue } from './upstream/catalogue/mcp-catalogue.ts';
import { openServersProcess } from './upstream/connections/open-servers-process.ts';
import { openOutsideLanes } from './upstream/connections/outside-lanes.ts';
import { ToolResults } from './upstream/results/tool-results.ts';
import { resealCredentials } from './upstream/sealed-credentials/sealed-credentials.ts';
import { countServers, type ServerCounts } from './upstream/servers/count-servers.ts';
import { createServerQuota, McpServers } from './upstream/servers/mcp-servers.ts';
import type { RegistrationDependencies } from './upstream/servers/register-server.ts';
import { UsableServers } from './upstream/servers/usable-servers.ts';
import { createUpstreamDatabase } from './upstream/upstream-tables.ts';

/** Replacements that tests use. */
export interface UpstreamReplacements {
  /** Interval between two searches for servers that are due. */
  readonly refreshIntervalMs?: number;
  readonly auditReports?: AuditReports;
}

export interface UpstreamOptions extends UpstreamReplacements {
  readonly config: Config;
  readonly pool: Pool;
}

/** Registration, tools and call confirmations of outside MCP servers. */
export interface Upstream {
  readonly registration: RegistrationDependencies;
  readonly tools: ToolRegistry;
  readonly retrieval: ToolRetrieval;
  readonly offeredTools: OfferedTools;
  readonly confirmations: ToolConfirmations;
  readonly callRates: ToolCallRates;
  readonly settings: ToolSettings;
  readonly loadQuotas: (organisationId: string) => Promise<QuotaUse[]>;
  readonly countServers: () => Promise<ServerCounts>;
}

/** Maximum outside servers of an organisation. */
const maxServers = 1_000;

export async function openUpstream(
  { config, pool, refreshIntervalMs, auditReports }: UpstreamOptions,
  { logger, onClose }: ProcessScope,
): Promise<Upstream> {
  const outside = openOutsideLanes((onLargeAnswer) =>
    openServersProcess(
      {
        privateHosts: config.MCP_ALLOW_PRIVATE_HOSTS,
        programs: config.MCP_STDIO_SERVERS,
        version,
        logger,
        onLargeAnswer,
      },
      onClose,
    ),
  );
  const database = createUpstreamDatabase(pool);
  const sealer = createSealer(config.CREDENTIAL_KEYS ?? []);
  const quota = createServerQuota(maxServers);
  const servers = new McpServers(database, sealer, quota);
  const usable = new UsableServers(database, sealer);
  const catalogue = new McpCatalogue(database, sealer);
  const results = new ToolResults(database);
  const callRates = new ToolCallRates(database, config.TOOL_CALLS_PER_MINUTE);
  const confirmations = new ToolConfirmations(database);
  const settings = new ToolSettings(database);
  const analyzer = createAnalyzer();
  const embedder = await openEmbedder(config);
  onClose(() => embedder.close());
  const vectors = new RoutingVectors(database, embedder);
  const indexes = new OrganisationIndexes({ catalogue, vectors, analyzer });
  const sealed = await resealCredentials(database, sealer);
  if (sealed > 0)
    logger.info({ sealed }, 'resealed credentials of MCP servers with the newest key');
  const refresh = startCatalogueRefresh(
    {
      catalogue,
      outside,
      sweep: async () => {
        await results.dropOld();
        await callRates.dropFull();
        await vectors.dropUnused();
      },
      graph: createBuildRouter({
        catalogue,
        outside,
        logger,
        indexServer: ({ organisationId, id }, signal) =>
          indexes.indexServer(organisationId, id, signal),
      }),
      logger,
      ...(refreshIntervalMs && { intervalMs: refreshIntervalMs }),
    },
    onClose,
  );
  const tools = createToolRegistry({ servers: usable, catalogue, outside, results });
  const retrieval = createToolRetrieval({ servers: usable, indexes, analyzer, embedder });
  return {
    registration: { servers, catalogue, outside, refresh },
    tools,
    retrieval,
    offeredTools: createOfferedTools({
      tools,
      retrieval,
      confirmations,
      callRates,
      settings,
      auditReports:
        auditReports ?? createGatewayAuditReports({ gateway: openGateway(config), logger }),
    }),
    confirmations,
    callRates,
    settings,
    loadQuotas: async (organisationId) => [await quota.loadUse(database, organisationId)],
    countServers: () => countServers(database),
  };
}

function openGateway({ GATEWAY_URL: url, INTERNAL_SIGNING_KEY: key }: Config) {
  return url && key ? { url, signer: createTokenSigner('mcp', key) } : undefined;
}
