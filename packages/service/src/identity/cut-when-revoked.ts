import type { Response } from 'express';
import { onClosed } from '../deadlines/on-closed.ts';
import type { Grounds, Revocations } from './revocations.ts';

/** A request that revokes its own grounds, as leaving does, is still answered. */
const graceMs = 1_000;

/** Cuts an answer short that goes on after its grounds ended. */
export function cutWhenRevoked(
  revocations: Revocations,
  grounds: Grounds,
  response: Response,
): void {
  let cut: NodeJS.Timeout | undefined;
  const stopWatching = revocations.watch(grounds, () => {
    cut = setTimeout(() => response.destroy(), graceMs);
  });
  onClosed(response, () => {
    stopWatching();
    clearTimeout(cut);
  });
}
