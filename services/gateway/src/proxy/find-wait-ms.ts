import type { Endpoint } from '@lectern/contracts';

const plainWaitMs = 60_000;
/** Slightly more than the five minutes of a chat turn. */
export const turnWaitMs = 330_000;
const uploadWaitMs = 900_000;

/** Returns the maximum time until a service's response to an endpoint starts. */
export function findWaitMs({ events, parts, upload }: Endpoint): number {
  if (upload) return uploadWaitMs;
  return events || parts ? turnWaitMs : plainWaitMs;
}
