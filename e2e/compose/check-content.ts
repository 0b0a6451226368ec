import { setTimeout as delay } from 'node:timers/promises';
import type { Document } from '@lectern/contracts';
import { findUnfinished } from '../faults/find-problems.ts';
import type { SentDocument } from '../faults/send-documents.ts';
import { isFinal } from '../suite/api.ts';
import { findIndexDifferences, findWrongRows } from './check-stores.ts';
import type { SuiteUnderTest } from './suite-under-test.ts';

const finalTimeoutMs = 300_000;
const pollMs = 1_000;

/** Waits until every document of a collection has come to its end, and checks that all are whole. */
export async function checkSent(
  { api, report }: SuiteUnderTest,
  collectionId: string,
  sent: readonly SentDocument[],
): Promise<void> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < finalTimeoutMs) {
    if ((await api.listDocuments(collectionId)).every(isFinal)) break;
    await delay(pollMs);
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const documents = await api.listDocuments(collectionId);
  report.check(
    `each of ${sent.length} accepted documents ended well (${seconds} s later)`,
    findUnfinished(sent, documents),
  );
  report.check('no document is there twice', findStrangers(sent, documents));
}

/** Documents that nobody sent, or that came to be twice. */
function findStrangers(sent: readonly SentDocument[], documents: readonly Document[]): string[] {
  const known = new Set(sent.map(({ id }) => id));
  const contents = new Set<string>();
  return documents
    .filter(({ id, sha256 }) => !known.has(id) || contents.size === contents.add(sha256).size)
    .map(({ id, title }) => `${title} (${id}) is there without being sent, or twice`);
}

/** Checks that database and index contain exactly the chunks of the suite's documents. */
export async function checkStores({ compose, api, report }: SuiteUnderTest): Promise<void> {
  const { documents } = await api.call('listDocuments', { query: { limit: 500 } });
  report.check('the database holds exactly the chunks', await findWrongRows(compose, documents));
  report.check('the index holds exactly the chunks', await findIndexDifferences(compose));
}
