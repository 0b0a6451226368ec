import type { SampleDocuments } from '../faults/sample-documents.ts';
import { type SentDocument, sendBatch } from '../faults/send-documents.ts';
import type { Api } from '../suite/api.ts';
import type { Report } from '../suite/report.ts';
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
  'rag-parser',
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

/** Sends the documents in one part a crash and waits until each has come to its end. */
export async function ingestWhileCrashing(
  ingestion: Ingestion,
  sample: SampleDocuments,
): Promise<{ readonly sent: readonly SentDocument[]; readonly recoveries: readonly Recovery[] }> {
  const { compose, api, collectionId, report } = ingestion;
  const sending: Promise<SentDocument[]>[] = [];
  const recoveries: Recovery[] = [];
  for (const [number, service] of services.entries()) {
    const sent = sendBatch(api, collectionId, {
      files: pick([...sample.files, ...sample.texts], number),
      jsonTexts: pick(sample.jsonTexts, number),
    });
    // Awaited below, when all containers are back.
    sent.catch(() => {});
    sending.push(sent);
    const recovery = await measureRecovery(compose, service, {
      search: () => search(api, collectionId),
      chat: () => chat(api, collectionId),
    });
    recoveries.push(recovery);
    report.print(`${service} crashed and is back`);
  }
  const accepted = (await Promise.all(sending)).flat();
  report.print(`all containers are back; ${accepted.length} documents were accepted`);
  return { sent: accepted, recoveries };
}

function pick<Item>(items: readonly Item[], number: number): Item[] {
  return items.filter((_, index) => index % services.length === number);
}

async function search(api: Api, collectionId: string): Promise<void> {
  const body = { query: 'lift', collection_filter: { collection_ids: [collectionId] } };
  await api.call('search', { timeoutMs: probeTimeoutMs, body });
}

/** An answer that nothing can be searched right now is a failure here. */
async function chat(api: Api, collectionId: string): Promise<void> {
  const body = { message: 'What is lift?', collection_filter: { collection_ids: [collectionId] } };
  const { warnings } = await api.call('chat', { timeoutMs: probeTimeoutMs, body });
  const warning = warnings.find(({ code }) => code === 'retrieval_unavailable');
  if (warning) throw new Error(warning.message);
}
