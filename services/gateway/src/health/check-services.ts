import { type Health, healthSchema } from '@lectern/contracts';
import type { Pool } from 'pg';
import type { Upstream } from '../proxy/upstream.ts';

const timeoutMs = 1_500;

export interface ServiceHealth {
  readonly status: Health['status'];
  readonly version?: string;
}

/** What the gateway's `GET /health` says beside its name and version. */
export interface GatewayHealth {
  readonly status: Health['status'];
  readonly database: 'ok' | 'unavailable';
  readonly services: Readonly<Record<string, ServiceHealth>>;
  readonly [fact: string]: unknown;
}

/** Asks all services at once. Without the database nobody can sign in, so nothing works. */
export async function checkServices(
  pool: Pool,
  upstreams: readonly Upstream[],
): Promise<GatewayHealth> {
  const [hasDatabase, ...found] = await Promise.all([
    checkDatabase(pool),
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

export async function checkDatabase(pool: Pool): Promise<boolean> {
  const late = new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), timeoutMs).unref();
  });
  const answer = pool.query('select 1').then(
    () => true,
    () => false,
  );
  return Promise.race([answer, late]);
}

async function checkService({ pool, basePath }: Upstream): Promise<ServiceHealth> {
  try {
    const { body } = await pool.request({
      method: 'GET',
      path: `${basePath}/health`,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { status, version } = healthSchema.parse(await body.json());
    return { status, version };
  } catch {
    return { status: 'unavailable' };
  }
}
