import { readFile } from 'node:fs/promises';
import { isFinal, type NamedFile } from '../suite/api.ts';
import type { SuiteUnderTest } from './suite-under-test.ts';

const hostileFiles = 4;
const finalWithinMs = 240_000;

const toFile = (name: string, text: string): NamedFile => ({
  name,
  bytes: new TextEncoder().encode(text),
  type: 'text/plain',
});

/** 20 MB that take more memory, time or text than a file may have, whichever ends first. */
const createHostile = (number: number) =>
  toFile(`hostile-${number}.json`, `[${'1,'.repeat(9_900_000)}${number}]`);

/** Checks that the parser can access its file only, and that four hostile files fail alone. */
export async function checkParser(suite: SuiteUnderTest): Promise<void> {
  const { compose, api, report } = suite;
  const walls = await compose.runScript('rag-parser', await readScript('find-open-walls'));
  report.check('the parser reaches nothing', JSON.parse(walls) as string[]);
  await checkTaking(suite);

  const collectionId = await api.createCollection('Parser');
  for (let number = 0; number < hostileFiles; number += 1) {
    await api.uploadAccepted(collectionId, [createHostile(number)]);
  }
  const startedAt = performance.now();
  const notes = Array.from({ length: hostileFiles }, (_, at) =>
    toFile(`note-${at}.md`, `# Note ${at}\n\nThe meeting is at noon.`),
  );
  const accepted = await api.uploadAccepted(collectionId, notes);
  const read = await Promise.all(accepted.map(({ id = '' }) => api.waitUntilFinal(id)));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  report.check(
    `four small files beside four hostile ones are ready (${seconds} s)`,
    read.flatMap(({ status, title }) => (status === 'ready' ? [] : [`${title} is ${status}`])),
  );
  const lateAt = performance.now() + finalWithinMs;
  let all = await api.listDocuments(collectionId);
  while (!all.every(isFinal) && performance.now() < lateAt) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    all = await api.listDocuments(collectionId);
  }
  const outcomes = all.flatMap(({ title, status, error }) =>
    title.startsWith('hostile') ? [`${title} is ${error?.code ?? status}`] : [],
  );
  report.check(
    'each hostile file ends at its limits',
    outcomes.filter((outcome) => !/ is (memory_limit|time_limit|too_large)$/.test(outcome)),
  );
  const containers = await compose.listContainers('rag-parser');
  const states = await Promise.all(containers.map((container) => compose.readState(container)));
  report.check(
    'the parser went on all the time',
    states.flatMap(({ restarts, isHealthy }) =>
      restarts === 0 && isHealthy ? [] : [`${restarts} restarts, healthy: ${isHealthy}`],
    ),
  );
}

/** More than the container's own part leaves to it, and never all that was asked for. */
const maxProcesses = 400;

/** Checks that a process that exhausts the sandbox's limits ends, and the parser goes on. */
async function checkTaking({ compose, report }: SuiteUnderTest): Promise<void> {
  const taken = await compose.runScript('rag-parser', await readScript('take-processes'));
  const { started, refusal } = JSON.parse(taken) as { started: number; refusal?: string };
  report.check(
    `processes end at the container's limit (${started})`,
    refusal === 'EAGAIN' && started < maxProcesses ? [] : [`${started}, then ${refusal}`],
  );
  const memory = await compose
    .runScript('rag-parser', await readScript('take-memory'))
    .catch((error: { readonly code?: number }) => error.code);
  report.check("memory ends at the container's limit", memory === 137 ? [] : [String(memory)]);
}

const readScript = (name: string) =>
  readFile(new URL(`in-parser/${name}.mjs`, import.meta.url), 'utf8');
