import { meSchema } from '@lectern/contracts';
import { findBlobProblems } from './find-blob-problems.ts';
import {
  expectChunks,
  findDifferences,
  findRepeated,
  findStrangers,
  findUnfinished,
  findUnreadable,
} from './find-problems.ts';
import type { Ingestion } from './ingest-while-killing.ts';
import type { SentDocument } from './send-documents.ts';
import type { Tally } from './tally.ts';

/** Compares PostgreSQL, index, blobs and queues with what was accepted and with each other. */
export async function checkStores(
  { api, stores, collectionId, report }: Ingestion,
  { sent, expected }: { readonly sent: readonly SentDocument[]; readonly expected: number },
  tally: Tally,
): Promise<void> {
  const documents = await api.listDocuments(collectionId);
  const ready = documents.filter(({ status }) => status === 'ready').length;
  const rows = await stores.countDocumentRows();
  tally.check('every accepted document ended well', { lost: findUnfinished(sent, documents) });
  tally.check('no document is there twice', {
    lost: repeat('a document is missing', expected - documents.length),
    duplicated: findRepeated(documents),
    orphans: [
      ...findStrangers(sent, documents),
      ...repeat('a row is not listed', rows - documents.length),
    ],
  });

  const chunks = expectChunks(documents, await stores.listRevisions());
  report.print(`${ready} ready, ${documents.length - ready} failed, ${chunks.length} chunks`);
  await checkChunks({ stores, api }, chunks, tally);
  tally.check('no revision was left behind', {
    orphans: repeat('a revision does not answer', await stores.countStrayRevisions()),
  });
  const outbox = await stores.countOutbox();
  tally.check('no request is stuck', {
    orphans: repeat('a request or job has no end', outbox + (await stores.countJobs())),
  });

  if (stores.blobFolder) {
    const { lost, unnamed } = await findBlobProblems(
      stores.blobFolder,
      await stores.listNamedBlobs(),
    );
    report.print(`${unnamed.length} blobs without a row, within the grace that they have`);
    tally.check('every blob that a row names is there and whole', { lost });
  }
  tally.check('originals and texts can be read', { lost: await findUnreadable(api, documents) });
}

/** Both PostgreSQL and the index hold exactly the chunks that follow from the documents. */
export async function checkChunks(
  { stores, api }: Pick<Ingestion, 'stores' | 'api'>,
  expected: ReturnType<typeof expectChunks>,
  tally: Tally,
): Promise<void> {
  const { organisation } = meSchema.parse((await api.request('GET', '/api/me')).body);
  const database = await stores.listDatabaseChunks();
  tally.check(
    'PostgreSQL holds exactly the chunks',
    findDifferences('PostgreSQL', expected, database),
  );
  const index = await stores.listIndexChunks(organisation.id);
  tally.check('the index holds exactly the chunks', findDifferences('the index', expected, index));
}

function repeat(problem: string, times: number): string[] {
  return Array.from({ length: Math.max(0, times) }, () => problem);
}
