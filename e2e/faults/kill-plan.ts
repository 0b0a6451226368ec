import type { ProcessName } from '@lectern/local';
import { type Random, shuffle } from './random.ts';
import type { StoreServer } from './servers/store-server.ts';

export type Victim = ProcessName | StoreServer['name'];

export interface Kill {
  readonly victim: Victim;
  /** After its share of the documents was sent. */
  readonly delayMs: number;
}

const processes: readonly Victim[] = ['worker', 'rag', 'mcp', 'llm', 'gateway', 'postgres'];
const documentsPerRound = 300;
/** A process that ends more often within minutes is left down. */
const maxRounds = 4;
const minDelayMs = 2_500;
const delayMsPerDocument = 200;

/**
 * In each round every process and every server once in random order at random moments; the worker,
 * which does the work, twice. More documents make more rounds.
 */
export function planKills(
  random: Random,
  documents: number,
  servers: readonly StoreServer[],
): Kill[] {
  const rounds = Math.min(maxRounds, Math.max(1, Math.round(documents / documentsPerRound)));
  const victims = [...processes, ...servers.map(({ name }) => name), 'worker'] as const;
  const share = documents / (rounds * victims.length);
  const maxDelayMs = Math.max(minDelayMs, share * delayMsPerDocument);
  return Array.from({ length: rounds }, () => shuffle(victims, random))
    .flat()
    .map((victim) => ({ victim, delayMs: Math.round(random() * maxDelayMs) }));
}
