import { afterAll, beforeEach } from '@jest/globals';
import { noDelays } from '@lectern/recorded-literature';
import { type LiteratureSite, startLiteratureSite } from './start-literature.ts';
import type { RunningMcp } from './start-mcp.ts';

/**
 * Starts a service over recorded literature for the tests of a file, with a key for the higher rate
 * limit. The recorded services are reset before each test.
 */
export async function setUpLiterature(): Promise<{
  readonly site: LiteratureSite;
  readonly mcp: RunningMcp;
}> {
  const site = await startLiteratureSite();
  afterAll(async () => {
    await site[Symbol.asyncDispose]();
  });
  beforeEach(() => {
    site.recorded.setFault('ncbi', undefined);
    site.recorded.setFault('clinicaltrials', undefined);
    site.recorded.setDelays(noDelays);
  });
  return { site, mcp: await site.startReplica({ NCBI_API_KEY: 'secret-key' }) };
}
