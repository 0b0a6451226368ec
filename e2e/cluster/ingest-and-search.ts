import { setTimeout as delay } from 'node:timers/promises';
import type { Ingestion } from '../faults/ingest-while-killing.ts';
import type { Random } from '../faults/random.ts';
import { type SentDocument, sendBatch } from '../faults/send-documents.ts';
import { createMarkedDocuments } from './marked-documents.ts';
import type { SearchWatch } from './search-watch.ts';

export interface ClusterRun extends Omit<Ingestion, 'servers'> {
  readonly searches: SearchWatch;
  readonly random: Random;
  /** Everything that was accepted so far. */
  readonly sent: SentDocument[];
}

export interface Outage {
  readonly name: string;
  /** Stops a part and brings it back while documents are ingested. */
  readonly happen: () => Promise<void>;
}

const documentsARequest = 5;
/** So long documents are sent, one request after the other. */
const sendMs = 25_000;
/** The outage begins after so many of the requests. */
const shareSentBefore = 0.2;
const readyTimeoutMs = 300_000;
const pollMs = 250;
const reportEveryMs = 10_000;

/**
 * Sends documents one request after the other, lets the outage happen meanwhile, and waits until all
 * are ready. Gives the row of a table: what was sent, how searches went and how long nothing became
 * ready.
 */
export async function ingestAndSearch(
  run: ClusterRun,
  { name, happen }: Outage,
  documents: number,
): Promise<string> {
  const { report, sent, searches } = run;
  report.print(`${name}: ${documents} documents`);
  searches.take();
  const requests = Math.ceil(documents / documentsARequest);
  const count = sent.length + requests * documentsARequest;
  const sending = sendPaced(run, requests);
  // Awaited below.
  sending.catch(() => {});
  await delay(sendMs * shareSentBefore, undefined, { signal: run.signal });
  const outage = happen();
  outage.catch(() => {});
  const maxPauseMs = await waitUntilReady(run, count);
  await Promise.all([sending, outage]);
  const { answered, refused, wrong, maxGapMs } = searches.take();
  report.check(`${name}: every answer was right`, wrong);
  report.check(`${name}: searches were answered`, answered > 0 ? [] : ['none was']);
  const cells = [
    requests * documentsARequest,
    answered,
    refused,
    wrong.length,
    maxGapMs,
    maxPauseMs,
  ];
  return `| ${name} | ${cells.join(' | ')} |`;
}

async function sendPaced(run: ClusterRun, requests: number): Promise<void> {
  const { api, collectionId, sent, random, signal } = run;
  for (let request = 0; request < requests; request += 1) {
    const jsonTexts = createMarkedDocuments(sent.length, documentsARequest, random);
    sent.push(...(await sendBatch(api, collectionId, { jsonTexts })));
    await delay(sendMs / requests, undefined, { signal });
  }
}

/** Gives the longest time, in milliseconds, in which nothing became ready. */
async function waitUntilReady(
  { api, collectionId, stores, searches, report, signal }: ClusterRun,
  count: number,
): Promise<number> {
  const deadline = Date.now() + readyTimeoutMs;
  let progressAt = Date.now();
  let toldAt = Date.now();
  let maxPauseMs = 0;
  let before = await stores.countReady();
  for (;;) {
    const ready = (await stores.countReady()) ?? 0;
    if (ready !== before || ready >= count) {
      maxPauseMs = Math.max(maxPauseMs, Date.now() - progressAt);
      progressAt = Date.now();
      before = ready;
      for (const { id, external_id, status } of await api.listDocuments(collectionId)) {
        if (status === 'ready') searches.expect(Number(external_id?.split('-')[1]), id);
      }
    }
    if (ready >= count) return maxPauseMs;
    if (Date.now() > deadline) throw new Error(`${ready} of ${count} documents are ready`);
    if (Date.now() - toldAt > reportEveryMs) {
      report.print(`${ready} of ${count} documents are ready`);
      toldAt = Date.now();
    }
    await delay(pollMs, undefined, { signal });
  }
}
