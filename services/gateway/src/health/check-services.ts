import { endpoints, healthSchema, type SuiteHealth } from '@lectern/contracts';
import { probeDatabase } from '@lectern/service';
import type { Pool } from 'pg';
import { askUpstream } from '../proxy/ask-upstream.ts';
import type { Upstream } from '../proxy/upstream.ts';

const timeoutMs = 1_500;

type ServiceHealth = SuiteHealth['services'][string];

/** Members of the gateway's `GET /health` beside its name and version. */
export interface GatewayHealth extends Pick<SuiteHealth, 'status' | 'database' | 'services'> {
  readonly [fact: string]: unknown;
}

/** Returns state and version of each service, which are public. */
export async function checkServices(
  pool: Pool,
  upstreams: readonly Upstream[],
): Promise<GatewayHealth> {
  const { services, ...rest } = await describeServices(pool, upstreams);
  const short = Object.entries(services).map(([name, { status, version }]) => [
    name,
    { status, ...(version && { version }) },
  ]);
  return { ...rest, services: Object.fromEntries(short) };
}

/** Returns all facts of all services. Without the database nobody can sign in. */
export async function describeServices(
  pool: Pool,
  upstreams: readonly Upstream[],
): Promise<GatewayHealth> {
  const [hasDatabase, ...found] = await Promise.all([
    probeDatabase(pool),
    ...upstreams.map(checkService),
  ]);
  const isWell = found.every(({ status }) => status === 'ok');
  return {
    status: !hasDatabase ? 'unavailable' : isWell ? 'ok' : 'degraded',
    database: hasDatabase ? 'ok' : 'unavailable',
    services: Object.fromEntries(
      upstreams.map(({ name }, index) => [name, found[index] as ServiceHealth]),
    ),
  };
}

async function checkService(upstream: Upstream): Promise<ServiceHealth> {
  try {
    const { method, path } = endpoints.getHealth;
    const { answer } = await askUpstream(upstream, { method, path, timeoutMs });
    return healthSchema.parse(answer);
  } catch {
    return { status: 'unavailable' };
  }
}
