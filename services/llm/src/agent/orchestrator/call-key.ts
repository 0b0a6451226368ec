import type { WantedCall } from '../agent-state.ts';

/** Returns an equal key for calls of the same tool with the same arguments in any order. */
export function callKeyOf({ server, tool, arguments: given }: CallIdentity): string {
  return JSON.stringify([server, tool, sortKeys(given)]);
}

type CallIdentity = Pick<WantedCall, 'server' | 'tool' | 'arguments'>;

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortKeys(inner)]));
}
