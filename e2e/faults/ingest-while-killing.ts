import { setTimeout as delay } from 'node:timers/promises';
import type { SupervisedProcess } from '@lectern/local';
import type { Api } from '../suite/api.ts';
import type { Report } from '../suite/report.ts';
import type { TemporarySuite } from '../suite/temporary-suite.ts';
import type { Kill, Victim } from './kill-plan.ts';
import type { SampleDocuments } from './sample-documents.ts';
import { type Batch, type SentDocument, sendBatch } from './send-documents.ts';
import type { StoreServer } from './servers/store-server.ts';
import type { Stores } from './stores.ts';

export interface Ingestion {
  readonly suite: TemporarySuite;
  readonly api: Api;
  readonly stores: Stores;
  readonly servers: readonly StoreServer[];
  readonly collectionId: string;
  readonly report: Report;
  /** Aborting ends the run early. */
  readonly signal: AbortSignal;
}

/** So long may pass without any progress. */
const stallTimeoutMs = 150_000;
const pollMs = 1_000;
const reportEveryMs = 10_000;

/**
 * Sends the documents in as many batches as there are kills, kills a process or server after each
 * at its moment, and waits until all have come to an end and what was interrupted is tidied up.
 * With a Redis of our own, its whole queue is lost once. Gives every document that was accepted.
 */
export async function ingestWhileKilling(
  ingestion: Ingestion,
  sample: SampleDocuments,
  kills: readonly Kill[],
): Promise<SentDocument[]> {
  const { suite, api, stores, servers, collectionId, report, signal } = ingestion;
  const processes = {
    ...suite.processes,
    ...Object.fromEntries(servers.map(({ name, process }) => [name, process])),
  } as Record<Victim, SupervisedProcess>;
  const sending: Promise<SentDocument[]>[] = [];
  for (const [number, { victim, delayMs }] of kills.entries()) {
    const sent = sendBatch(api, collectionId, pickBatch(sample, number, kills.length + 1));
    // Awaited below, when all processes are back.
    sent.catch(() => {});
    sending.push(sent);
    await delay(delayMs, undefined, { signal });
    await processes[victim].whenRunning();
    const unfinished = (await stores.countUnfinished()) ?? 'an unknown number of';
    report.print(`killing ${victim} with ${unfinished} documents unfinished`);
    await processes[victim].kill();
  }
  await Promise.all(Object.values(processes).map((process) => process.whenRunning()));
  sending.push(sendBatch(api, collectionId, pickBatch(sample, kills.length, kills.length + 1)));
  const accepted = new Map((await Promise.all(sending)).flat().map((sent) => [sent.id, sent]));
  report.print(`all processes are back; ${accepted.size} documents were accepted`);
  await loseQueue(ingestion);
  await waitUntilNone(ingestion, () => stores.countUnfinished(), 'documents unfinished');
  await waitUntilNone(ingestion, () => stores.countStrayRevisions(), 'revisions to be tidied up');
  await waitUntilNone(ingestion, () => stores.countJobs(), 'jobs in the queues');
  return [...accepted.values()];
}

/** Jobs that Redis loses are queued again; the check of the documents shows it. */
async function loseQueue({ stores, servers, report }: Ingestion): Promise<void> {
  const redis = servers.find(({ name }) => name === 'redis');
  if (redis === undefined) return;
  const unfinished = (await stores.countUnfinished()) ?? 0;
  report.print(`Redis loses everything with ${unfinished} documents unfinished`);
  await redis.loseData();
  const left = (await stores.countUnfinished()) ?? 0;
  report.check('Redis lost a queue that was in use', left > 0 ? [] : ['nothing was unfinished']);
}

async function waitUntilNone(
  { report, signal }: Ingestion,
  count: () => Promise<number | undefined>,
  what: string,
): Promise<void> {
  let least = Number.POSITIVE_INFINITY;
  let progressAt = Date.now();
  let toldAt = 0;
  for (;;) {
    const left = await count();
    if (left === 0) return;
    if (left !== undefined && left < least) {
      least = left;
      progressAt = Date.now();
    }
    if (Date.now() - progressAt > stallTimeoutMs) return;
    if (Date.now() - toldAt > reportEveryMs) {
      report.print(`${left} ${what}`);
      toldAt = Date.now();
    }
    await delay(pollMs, undefined, { signal });
  }
}

/** The share of one batch; from the second on, a text of the one before comes again, changed. */
function pickBatch(
  { files, texts, jsonTexts }: SampleDocuments,
  number: number,
  batches: number,
): Batch {
  const share = <Item>(items: readonly Item[], at: number) =>
    items.filter((_, index) => index % batches === at);
  const revised = share(jsonTexts, number - 1)
    .slice(0, 1)
    .map((document) => ({ ...document, text: `Second edition. ${document.text}` }));
  return {
    files: [...share(files, number), ...share(texts, number)],
    jsonTexts: [...share(jsonTexts, number), ...revised],
  };
}
