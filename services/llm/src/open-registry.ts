import { openEmbedder } from '@lectern/retrieval';
import { createAnalyzer } from '@lectern/retrieval/analysis';
import { createSealer, type Logger, type OnClose } from '@lectern/service';
import type { Pool } from 'pg';
import type { Config } from './config.ts';
import type { OutsideServers } from './ports/outside-servers.ts';
import type { ToolRegistry } from './ports/tool-registry.ts';
import type { ToolRetrieval } from './ports/tool-retrieval.ts';
import type { OrganisationQuota } from './quotas/organisation-quota.ts';
import { createBuildRouter } from './registry/build-router.ts';
import { startCatalogueKeeper } from './registry/catalogue-keeper.ts';
import { McpCatalogue } from './registry/mcp-catalogue.ts';
import { McpServers } from './registry/mcp-servers.ts';
import type { RegistrationDependencies } from './registry/register-server.ts';
import { createRegistryDatabase } from './registry/registry-tables.ts';
import { sealAnew } from './registry/seal-anew.ts';
import { ToolCallRates } from './registry/tool-call-rates.ts';
import { ToolConfirmations } from './registry/tool-confirmations.ts';
import { createToolRegistry } from './registry/tool-registry.ts';
import { ToolResults } from './registry/tool-results.ts';
import { ToolSettings } from './registry/tool-settings.ts';
import { UsableServers } from './registry/usable-servers.ts';
import { OrganisationIndexes } from './routing/organisation-indexes.ts';
import { RoutingVectors } from './routing/routing-vectors.ts';
import { createToolRetrieval } from './routing/tool-retrieval.ts';

export interface RegistryOptions {
  readonly config: Config;
  readonly pool: Pool;
  readonly serverQuota: OrganisationQuota;
  readonly outside: OutsideServers;
  readonly logger: Logger;
  /** Between two looks at what is due. */
  readonly refreshIntervalMs: number | undefined;
}

export interface Registry {
  readonly registration: RegistrationDependencies;
  readonly tools: ToolRegistry;
  readonly retrieval: ToolRetrieval;
  readonly confirmations: ToolConfirmations;
  readonly callRates: ToolCallRates;
  readonly settings: ToolSettings;
}

/** Puts together the registry of outside servers. */
export async function openRegistry(
  { config, pool, serverQuota, outside, logger, refreshIntervalMs }: RegistryOptions,
  onClose: OnClose,
): Promise<Registry> {
  const database = createRegistryDatabase(pool);
  const sealer = createSealer(config.CREDENTIAL_KEYS);
  const servers = new McpServers(database, sealer, serverQuota);
  const usable = new UsableServers(database, sealer);
  const catalogue = new McpCatalogue(database, sealer);
  const results = new ToolResults(database);
  const callRates = new ToolCallRates(database, config.TOOL_CALLS_PER_MINUTE);
  const analyzer = createAnalyzer();
  const embedder = await openEmbedder(config);
  onClose(() => embedder.close());
  const vectors = new RoutingVectors(database, embedder);
  const indexes = new OrganisationIndexes({ catalogue, vectors, analyzer });
  const sealed = await sealAnew(database, sealer);
  if (sealed > 0) logger.info({ sealed }, 'credentials of MCP servers have the newest key');
  const keeper = startCatalogueKeeper(
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
  return {
    registration: { servers, catalogue, outside, keeper },
    tools: createToolRegistry({ servers: usable, catalogue, outside, results }),
    confirmations: new ToolConfirmations(database),
    callRates,
    settings: new ToolSettings(database),
    retrieval: createToolRetrieval({ servers: usable, indexes, analyzer, embedder }),
  };
}
