import { setTimeout as delay } from 'node:timers/promises';
import type { Report } from '../faults/report.ts';
import type { SampleDocuments } from '../faults/sample-documents.ts';
import { type SentDocument, sendBatch } from '../faults/send-documents.ts';
import { type Api, isFinal } from '../suite/api.ts';
import type { Compose } from './compose.ts';
import { measureRecovery, type Recovery } from './recovery.ts';

export interface Ingestion {
  readonly compose: Compose;
  readonly api: Api;
  readonly collectionId: string;
  readonly report: Report;
}

/** One after the other, each while documents are sent and read. */
const services = [
  'rag-worker',
  'rag-service',
  'mcp-service',
  'llm-service',
  'gateway',
  'redis',
  'weaviate',
  'postgres',
];
const probeTimeoutMs = 10_000;
const finalTimeoutMs = 300_000;
const pollMs = 1_000;

/** Sends the documents in one part a crash and waits until each has come to its end. */
export async function ingestWhileCrashing(
  ingestion: Ingestion,
  sample: SampleDocuments,
): Promise<readonly SentDocument[]> {
  const { compose, api, collectionId, report } = ingestion;
  const sending: Promise<SentDocument[]>[] = [];
  for (const [number, service] of services.entries()) {
    const sent = sendBatch(api, collectionId, {
      files: pick([...sample.files, ...sample.texts], number),
      jsonTexts: pick(sample.jsonTexts, number),
    });
    // Awaited below, when all containers are back.
    sent.catch(() => {});
    sending.push(sent);
    const probe = () => chatOrSearch(api, collectionId, service);
    tell(report, await measureRecovery(compose, service, probe));
  }
  const accepted = (await Promise.all(sending)).flat();
  report.tell(`all containers are back; ${accepted.length} documents were accepted`);
  await waitUntilFinal(ingestion);
  return accepted;
}

function pick<Item>(items: readonly Item[], number: number): Item[] {
  return items.filter((_, index) => index % services.length === number);
}

/** What the crashed service has its part in. */
async function chatOrSearch(api: Api, collectionId: string, service: string): Promise<void> {
  const collection_filter = { collection_ids: [collectionId] };
  const timeoutMs = probeTimeoutMs;
  if (service === 'llm-service' || service === 'mcp-service') {
    await api.call('chat', { timeoutMs, body: { message: 'What is lift?', collection_filter } });
  } else {
    await api.call('search', { timeoutMs, body: { query: 'lift', collection_filter } });
  }
}

function tell(report: Report, { service, answersAfterMs, healthyAfterMs }: Recovery): void {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  report.tell(
    `${service} crashed: answers after ${seconds(answersAfterMs)}, healthy after ${seconds(healthyAfterMs)}`,
  );
}

async function waitUntilFinal({ api, collectionId, report }: Ingestion): Promise<void> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < finalTimeoutMs) {
    const documents = await api.listDocuments(collectionId);
    if (documents.every(isFinal)) break;
    await delay(pollMs);
  }
  report.tell(`waited ${((performance.now() - startedAt) / 1000).toFixed(1)} s for the rest`);
}
