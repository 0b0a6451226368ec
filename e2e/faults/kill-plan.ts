import type { ProcessName } from '@lectern/standalone';
import { type Random, shuffle } from './random.ts';

export interface Kill {
  readonly process: ProcessName;
  /** After its share of the documents was sent. */
  readonly delayMs: number;
}

const processes: readonly ProcessName[] = ['worker', 'rag', 'mcp', 'llm', 'gateway', 'postgres'];
const longestDelayMs = 2_500;

/** Every process once in random order at random moments; the worker, which does the work, twice. */
export function planKills(random: Random): Kill[] {
  return shuffle([...processes, 'worker'], random).map((process) => ({
    process: process as ProcessName,
    delayMs: Math.round(random() * longestDelayMs),
  }));
}
