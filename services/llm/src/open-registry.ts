import { openStaticEmbedder } from '@lectern/retrieval';
import { createAnalyzer } from '@lectern/retrieval/analysis';
import { createSealer, type Logger, type OnClose, type ResolveHost } from '@lectern/service';
import type { Pool } from 'pg';
import { openOutsideServers } from './adapters/outside/mcp-outside-servers.ts';
import type { Config } from './config.ts';
import type { ToolRegistry } from './ports/tool-registry.ts';
import type { ToolRetrieval } from './ports/tool-retrieval.ts';
import { createBuildRouter } from './registry/build-router.ts';
import { CatalogueKeeper } from './registry/catalogue-keeper.ts';
import { McpCatalogue } from './registry/mcp-catalogue.ts';
import { McpServers } from './registry/mcp-servers.ts';
import type { RegistrationDependencies } from './registry/register-server.ts';
import { createRegistryDatabase } from './registry/registry-tables.ts';
import { ToolConfirmations } from './registry/tool-confirmations.ts';
import { createToolRegistry } from './registry/tool-registry.ts';
import { ToolResults } from './registry/tool-results.ts';
import { OrganisationIndexes } from './routing/organisation-indexes.ts';
import { RoutingVectors } from './routing/routing-vectors.ts';
import { createToolRetrieval } from './routing/tool-retrieval.ts';

export interface RegistryOptions {
  readonly config: Config;
  readonly pool: Pool;
  readonly version: string;
  readonly logger: Logger;
  /** What tests put in place of the configured. */
  readonly replacements: RegistryReplacements;
}

export interface RegistryReplacements {
  readonly resolveHost?: ResolveHost;
  /** Between two looks at what is due. */
  readonly refreshIntervalMs?: number;
}

export interface Registry {
  readonly registration: RegistrationDependencies;
  readonly tools: ToolRegistry;
  readonly retrieval: ToolRetrieval;
  readonly confirmations: ToolConfirmations;
}

/** Puts together the registry of outside servers. */
export async function openRegistry(
  { config, pool, version, logger, replacements }: RegistryOptions,
  onClose: OnClose,
): Promise<Registry> {
  const database = createRegistryDatabase(pool);
  const sealer = createSealer(config.CREDENTIAL_KEYS);
  const outside = openOutsideServers(
    {
      privateHosts: config.MCP_ALLOW_PRIVATE_HOSTS,
      programs: config.MCP_STDIO_SERVERS,
      version,
      ...(replacements.resolveHost && { resolveHost: replacements.resolveHost }),
    },
    onClose,
  );
  const servers = new McpServers(database, sealer);
  const catalogue = new McpCatalogue(database, sealer);
  const results = new ToolResults(database);
  const analyzer = createAnalyzer();
  const embedder = await openStaticEmbedder();
  onClose(() => embedder.close());
  const vectors = new RoutingVectors(database, embedder);
  const indexes = new OrganisationIndexes({ catalogue, vectors, analyzer });
  const keeper = new CatalogueKeeper({
    catalogue,
    outside,
    sweep: async () => {
      await results.dropOld();
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
    ...(replacements.refreshIntervalMs && { intervalMs: replacements.refreshIntervalMs }),
  });
  const sealed = await servers.sealAnew();
  if (sealed > 0) logger.info({ sealed }, 'credentials of MCP servers have the newest key');
  keeper.start(onClose);
  return {
    registration: { servers, catalogue, outside, keeper },
    tools: createToolRegistry({ servers, catalogue, outside, results }),
    confirmations: new ToolConfirmations(database),
    retrieval: createToolRetrieval({ servers, indexes, analyzer, embedder }),
  };
}
