import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '../faults/random.ts';
import { createSampleDocuments } from '../faults/sample-documents.ts';
import { type SentDocument, sendBatch } from '../faults/send-documents.ts';
import type { Api, NamedFile } from '../suite/api.ts';
import { Chatters } from './chatters.ts';
import { checkSent } from './check-content.ts';
import type { SuiteUnderTest } from './suite-under-test.ts';

const ours = ['gateway', 'llm-service', 'mcp-service', 'rag-service', 'rag-worker', 'rag-parser'];
const documentCount = 40;
const chattingMs = 2_000;

/** Stops that an operator asks for, while people upload and chat. */
export async function checkStops(suite: SuiteUnderTest): Promise<void> {
  await checkWholeStop(suite);
  await checkGatewayRestart(suite);
}

async function checkWholeStop(suite: SuiteUnderTest): Promise<void> {
  const { compose, api, scale, report, seed } = suite;
  const collectionId = await api.createCollection('Stop');
  const sample = await createSampleDocuments(documentCount, createRandom(seed + 2));
  using chatters = new Chatters(api, chatBody(suite));
  const sent = await sendBatch(api, collectionId, {
    files: [...sample.files, ...sample.texts],
    jsonTexts: sample.jsonTexts,
  });
  await delay(chattingMs);
  const startedAt = performance.now();
  await compose.stop();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const ended = await compose.listEnded();
  const bad = ended.filter(({ service, exitCode }) => ours.includes(service) && exitCode !== 0);
  report.check(
    `everything of ours stopped with exit code 0 (all within ${seconds} s)`,
    bad.map(({ name, exitCode }) => `${name} ended with ${exitCode}`),
  );
  await compose.up(scale);
  await checkChats(suite, 'stop', chatters);
  await checkSent(suite, collectionId, sent);
}

async function checkGatewayRestart(suite: SuiteUnderTest): Promise<void> {
  const { compose, api, report, scale, seed } = suite;
  const collectionId = await api.createCollection('Gateway restart');
  const { texts } = await createSampleDocuments(documentCount * 4, createRandom(seed + 3));
  using chatters = new Chatters(api, chatBody(suite));
  let isOver = false;
  const restart = compose.restart('gateway').finally(() => {
    isOver = true;
  });
  const accepted: SentDocument[] = [];
  const refused: NamedFile[] = [];
  for (const file of texts) {
    if (isOver && refused.length > 0) break;
    const sent = await tryOnce(api, collectionId, file);
    if (sent) accepted.push(sent);
    else refused.push(file);
  }
  await restart;
  await compose.up(scale);
  report.print(`gateway restarted: ${accepted.length} uploads accepted, ${refused.length} refused`);
  const again = await sendBatch(api, collectionId, { files: refused });
  await checkChats(suite, 'restart', chatters);
  await checkSent(suite, collectionId, [...accepted, ...again]);
}

/** One upload without a second try. Undefined when it failed, in a way that a client notices. */
async function tryOnce(
  api: Api,
  collectionId: string,
  file: NamedFile,
): Promise<SentDocument | undefined> {
  const answer = await api.upload(collectionId, [file]).catch(() => undefined);
  if (answer === undefined || answer.status >= 500) return undefined;
  const id = answer.body.documents?.[0]?.id;
  if (answer.status !== 202 || typeof id !== 'string') {
    throw new Error(`an upload was answered ${answer.status} ${JSON.stringify(answer.body)}`);
  }
  return { name: file.name, id, isText: true };
}

/** Checks that each turn, before, during and after, ended exactly once. */
export async function checkChats(
  { compose, report }: SuiteUnderTest,
  what: string,
  chatters: Chatters,
): Promise<void> {
  const { turns, repeats, apologies, slowestMs } = await chatters.stop();
  const slowest = (slowestMs / 1000).toFixed(1);
  report.print(
    `${what}: ${turns} turns, ${repeats} messages sent again, ${apologies} apologies, slowest ${slowest} s`,
  );
  report.check(`no turn was lost or there twice (${what})`, await chatters.findLost(compose));
}

export function chatBody({ collectionId }: SuiteUnderTest): object {
  return {
    message: 'How often must the backup battery of the weather station be replaced?',
    collection_filter: { collection_ids: [collectionId] },
  };
}
