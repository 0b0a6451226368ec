import { setTimeout as delay } from 'node:timers/promises';
import type { Api } from '../suite/api.ts';
import type { TemporarySuite } from '../suite/temporary-suite.ts';
import type { Kill } from './kill-plan.ts';
import type { Report } from './report.ts';
import type { SampleDocuments } from './sample-documents.ts';
import { type Batch, type SentDocument, sendBatch } from './send-documents.ts';
import type { Stores } from './stores.ts';

export interface Ingestion {
  readonly suite: TemporarySuite;
  readonly api: Api;
  readonly stores: Stores;
  readonly collectionId: string;
  readonly report: Report;
  /** Aborting ends the run early. */
  readonly signal: AbortSignal;
}

const waitTimeoutMs = 150_000;
const pollMs = 1_000;
const tellEveryMs = 10_000;

/**
 * Sends the documents in as many batches as there are kills, kills a process after each at its
 * moment, and waits until all have come to an end and what was interrupted is tidied up. Gives every document that was accepted.
 */
export async function ingestWhileKilling(
  { suite, api, stores, collectionId, report, signal }: Ingestion,
  sample: SampleDocuments,
  kills: readonly Kill[],
): Promise<SentDocument[]> {
  const sending: Promise<SentDocument[]>[] = [];
  for (const [number, { process, delayMs }] of kills.entries()) {
    const sent = sendBatch(api, collectionId, pickBatch(sample, number, kills.length));
    // Awaited below, when all processes are back.
    sent.catch(() => {});
    sending.push(sent);
    await delay(delayMs, undefined, { signal });
    await suite.processes[process].whenRunning();
    const unfinished = (await stores.countUnfinished()) ?? 'an unknown number of';
    report.tell(`killing ${process} with ${unfinished} documents unfinished`);
    await suite.processes[process].kill();
  }
  await Promise.all(Object.values(suite.processes).map((process) => process.whenRunning()));
  const accepted = new Map((await Promise.all(sending)).flat().map((sent) => [sent.id, sent]));
  report.tell(`all processes are back; ${accepted.size} documents were accepted`);
  await waitUntilNone(() => stores.countUnfinished(), 'documents unfinished', report, signal);
  await waitUntilNone(
    () => stores.countStrayRevisions(),
    'revisions to be tidied up',
    report,
    signal,
  );
  return [...accepted.values()];
}

async function waitUntilNone(
  count: () => Promise<number | undefined>,
  what: string,
  report: Report,
  signal: AbortSignal,
): Promise<void> {
  const deadline = Date.now() + waitTimeoutMs;
  let toldAt = 0;
  for (;;) {
    const left = await count();
    if (left === 0 || Date.now() > deadline) return;
    if (Date.now() - toldAt > tellEveryMs) {
      report.tell(`${left} ${what}`);
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
