import { openBlobs } from '@lectern/blobs';
import { type Logger, type OnClose, type ProcessScope, runPeriodically } from '@lectern/service';
import type { Pool } from 'pg';
import type { Config } from './config.ts';
import { LiteratureCache } from './literature/cache/literature-cache.ts';
import {
  ClinicalTrialsApi,
  registryRequestsPerMinute,
} from './literature/clinicaltrials/clinicaltrials-api.ts';
import { createLiterature, type Literature } from './literature/literature.ts';
import { createLiteratureDatabase } from './literature/literature-tables.ts';
import { ncbiRequestsPerSecond, PubmedApi } from './literature/pubmed/pubmed-api.ts';
import { OutsideService } from './literature/requests/outside-service.ts';
import { openRateTokens } from './literature/requests/rate-tokens.ts';
import { RequestTurns } from './literature/requests/request-queue.ts';

/** Timeout of one request of an outside service. */
const requestTimeoutMs = 10_000;
/** Lease of a token whose holder is lost. */
const leaseMs = 3 * requestTimeoutMs;
/** Timeout of one call of a literature tool, including the wait for the services' rate limits. */
const callTimeoutMs = 20_000;
/** Days after which unused literature is removed. */
const unusedDays = 180;

export interface LiteratureOptions {
  readonly config: Config;
  readonly pool: Pool;
  readonly timeoutMs?: number | undefined;
}

export interface OpenedLiterature {
  readonly source: Literature;
  readonly timeoutMs: number;
}

/** Opens outside literature; undefined if it is switched off. */
export async function openLiterature(
  { config, pool, timeoutMs = callTimeoutMs }: LiteratureOptions,
  { logger, onClose }: ProcessScope,
): Promise<OpenedLiterature | undefined> {
  if (!config.ENABLE_LITERATURE) return undefined;
  const database = createLiteratureDatabase(pool);
  const cache = new LiteratureCache(
    database,
    await openBlobs(config, onClose, { area: 'literature' }),
  );
  const openService = async (
    options: { name: string; baseUrl: string; credentials?: Record<string, string> },
    rate: { bucket: string; tokens: number; windowMs: number },
  ) =>
    new OutsideService({
      ...options,
      timeoutMs: requestTimeoutMs,
      turns: new RequestTurns(await openRateTokens({ database, leaseMs, ...rate })),
    });
  const ncbi = await openService(
    { name: 'PubMed', baseUrl: config.NCBI_BASE_URL, credentials: toNcbiCredentials(config) },
    {
      bucket: 'ncbi',
      tokens: ncbiRequestsPerSecond[config.NCBI_API_KEY ? 'withKey' : 'anonymous'],
      windowMs: 1_000,
    },
  );
  const registry = await openService(
    { name: 'ClinicalTrials.gov', baseUrl: config.CLINICALTRIALS_BASE_URL },
    {
      bucket: 'clinicaltrials',
      tokens: registryRequestsPerMinute,
      windowMs: 60_000,
    },
  );
  startCacheSweep({ cache, logger }, onClose);
  return {
    source: createLiterature({
      pubmed: new PubmedApi(ncbi),
      clinicalTrials: new ClinicalTrialsApi(registry),
      cache,
    }),
    timeoutMs,
  };
}

/** NCBI asks every program for its name and a contact address. */
function toNcbiCredentials(config: Config): Record<string, string> {
  return {
    tool: 'lectern',
    ...(config.NCBI_EMAIL && { email: config.NCBI_EMAIL }),
    ...(config.NCBI_API_KEY && { api_key: config.NCBI_API_KEY }),
  };
}

interface CacheSweepOptions {
  readonly cache: LiteratureCache;
  readonly logger: Logger;
}

const hourMs = 3_600_000;

/** Sweeps the cache every hour, one replica at a time. */
function startCacheSweep(options: CacheSweepOptions, onClose: OnClose): void {
  const { cache, logger } = options;
  runPeriodically(
    {
      everyMs: hourMs,
      work: () => cache.sweep(unusedDays * 24 * hourMs),
      logger,
      failure: 'the literature sweep failed',
    },
    onClose,
  );
}
