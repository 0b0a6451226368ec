import type { Endpoint } from '@lectern/contracts';

const plainWaitMs = 60_000;
/** A chat turn's five minutes and a little more. */
export const turnWaitMs = 330_000;
const uploadWaitMs = 900_000;

/** How long a service may take until its answer to an endpoint begins. */
export function findWaitMs({ events, parts, upload }: Endpoint): number {
  if (upload) return uploadWaitMs;
  return events || parts ? turnWaitMs : plainWaitMs;
}
