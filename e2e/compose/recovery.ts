import { setTimeout as delay } from 'node:timers/promises';
import type { Compose } from './compose.ts';

export interface Recovery {
  readonly service: string;
  /** From the crash to the last try that failed, for each kind of try; 0 when none did. */
  readonly worksAfterMs: Readonly<Record<string, number>>;
  /** From the crash until the engine called the container healthy. */
  readonly healthyAfterMs: number;
}

/** @throws Error when the suite does not answer. */
export type Probe = () => Promise<void>;

const pollMs = 100;
const quietMs = 2_000;
const recoveryTimeoutMs = 120_000;

/** Crashes one container of a service and measures until all kinds of tries succeed again. */
export async function measureRecovery(
  compose: Compose,
  service: string,
  probes: Readonly<Record<string, Probe>>,
): Promise<Recovery> {
  const [container] = await compose.listContainers(service);
  if (!container) throw new Error(`no container of ${service} runs`);
  const before = await compose.readState(container);
  const isBack = async () => {
    const { restarts, isHealthy } = await compose.readState(container);
    return restarts > before.restarts && isHealthy;
  };
  const crashedAt = performance.now();
  await compose.crash(container);
  const outages = Object.entries(probes).map(
    async ([kind, probe]) => [kind, await measureOutage(probe, crashedAt)] as const,
  );
  const [healthyAfterMs, ...measured] = await Promise.all([
    measureRestart(isBack, crashedAt),
    ...outages,
  ]);
  return { service, worksAfterMs: Object.fromEntries(measured), healthyAfterMs };
}

async function measureOutage(probe: Probe, crashedAt: number): Promise<number> {
  let failedAt = crashedAt;
  while (performance.now() - failedAt < quietMs) {
    assertInTime(crashedAt);
    try {
      await probe();
    } catch {
      failedAt = performance.now();
    }
    await delay(pollMs);
  }
  return failedAt - crashedAt;
}

async function measureRestart(isBack: () => Promise<boolean>, crashedAt: number): Promise<number> {
  for (;;) {
    assertInTime(crashedAt);
    if (await isBack()) return performance.now() - crashedAt;
    await delay(pollMs);
  }
}

function assertInTime(crashedAt: number): void {
  if (performance.now() - crashedAt > recoveryTimeoutMs) {
    throw new Error(`not back after ${recoveryTimeoutMs} ms`);
  }
}
