import { isFinal, type NamedFile } from '../suite/api.ts';
import type { SuiteUnderTest } from './suite-under-test.ts';

const hostileFiles = 4;
const finalWithinMs = 240_000;

const toFile = (name: string, text: string): NamedFile => ({
  name,
  bytes: new TextEncoder().encode(text),
  type: 'text/plain',
});

/** 20 MB that take more memory than a file may have. */
const createHostile = (number: number) =>
  toFile(`hostile-${number}.json`, `[${'1,'.repeat(9_900_000)}${number}]`);

/** What reads files holds nothing but the file, and four hostile ones fail alone. */
export async function checkParser({ compose, api, report }: SuiteUnderTest): Promise<void> {
  const walls = await compose.runScript('rag-parser', wallsScript);
  report.check('the parser reaches nothing', JSON.parse(walls) as string[]);

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
    outcomes.filter((outcome) => !/ is (memory|time)_limit$/.test(outcome)),
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

/** Prints what a process beside the parsers can reach. */
const wallsScript = `
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
const problems = [];
const status = readFileSync('/proc/1/status', 'utf8');
if (!/^Seccomp:\\s+2$/m.test(status)) problems.push('no filter of system calls');
if (!/^Uid:\\s+10001\\s/m.test(status)) problems.push('is not its own user');
const environment = readFileSync('/proc/1/environ', 'latin1').split('\\0');
const telling = /SECRET|PASSWORD|KEY|_URL|ENDPOINT|JWKS|BUCKET/;
problems.push(...environment.map((line) => line.split('=')[0]).filter((name) => telling.test(name)));
if (existsSync('/run/secrets')) problems.push('has secrets');
if (readdirSync('/var/lib/lectern/blobs').length > 0) problems.push('has originals');
const reached = await new Promise((resolve) => {
  const socket = connect(9, '127.0.0.1', () => resolve('connected'));
  socket.once('error', (error) => resolve(error.code));
});
if (!['EPERM', 'EAFNOSUPPORT'].includes(reached)) problems.push('may open a socket: ' + reached);
for (const kind of ['--user', '--mount', '--net']) {
  if (spawnSync('unshare', [kind, 'true']).status === 0) problems.push('may unshare ' + kind);
}
console.log(JSON.stringify(problems));
`;
