import { setTimeout as delay } from 'node:timers/promises';
import type { Api } from '../suite/api.ts';
import type { Compose, Scale } from './compose.ts';

const roundCount = 4;
const searchesAtOnce = 10;
/** Longer than the gateway keeps a connection. */
const pauseMs = 6_000;

/** Searches for a while and names the replicas of rag-service that have seen none. */
export async function findIdleReplicas(
  compose: Compose,
  api: Api,
  scale: Scale,
): Promise<string[]> {
  const search = () => api.call('search', { body: { query: 'battery' } });
  for (let round = 0; round < roundCount; round += 1) {
    await Promise.all(Array.from({ length: searchesAtOnce }, search));
    await delay(pauseMs);
  }
  const idle: string[] = [];
  for (let replica = 1; replica <= (scale['rag-service'] ?? 1); replica += 1) {
    const count = Number(await compose.runScript('rag-service', countScript, replica));
    if (!(count > 0)) idle.push(`rag-service ${replica}`);
  }
  return idle;
}

/** Prints how many searches the replica has answered. */
const countScript = `
const response = await fetch('http://127.0.0.1:8000/metrics');
const line = /^lectern_http_request_duration_seconds_count\\{.*route="\\/rag\\/search".* (\\d+)$/m;
console.log(line.exec(await response.text())?.[1] ?? 0);
`;
