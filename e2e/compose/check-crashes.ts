import { loadavg } from 'node:os';
import { createRandom } from '../faults/random.ts';
import { createSampleDocuments } from '../faults/sample-documents.ts';
import { Chatters } from './chatters.ts';
import { checkSent, checkStores } from './check-content.ts';
import { chatBody, checkChats } from './check-stops.ts';
import { ingestWhileCrashing } from './ingest-while-crashing.ts';
import { reportRecoveries } from './report-recoveries.ts';
import type { SuiteUnderTest } from './suite-under-test.ts';

/** A crash of one container of each kind while documents come and people chat. */
export async function checkCrashes(suite: SuiteUnderTest, documentCount: number): Promise<void> {
  const { compose, api, report, seed } = suite;
  const sample = await createSampleDocuments(documentCount, createRandom(seed));
  const collectionId = await api.createCollection('Crashes');
  using chatters = new Chatters(api, chatBody(suite));
  const { sent, recoveries } = await ingestWhileCrashing(
    { compose, api, report, collectionId },
    sample,
  );
  await checkChats(suite, 'crashes', chatters);
  await checkSent(suite, collectionId, sent);
  await checkStores(suite);
  report.print(`load of the machine: ${loadavg()[0]?.toFixed(1)}`);
  reportRecoveries(report, recoveries);
}
