import { readPhases } from '../../frame/read-phases.ts';

/** A phase that no record names. */
export function findWrongPhase(claim: string, held: string): string | undefined {
  const known = readPhases(held).values;
  const wrong = readPhases(claim).values.find((phase) => !known.includes(phase));
  return wrong?.toLowerCase().replace('early_', 'early ').replace('phase', 'phase ');
}
