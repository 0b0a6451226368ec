import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { ChatResponse } from '@lectern/contracts';
import { findFreePorts } from '../network/port.ts';
import { removeHome } from '../postgres/postgres-place.ts';
import { startSuite } from '../suite/start-suite.ts';
import { SuiteClient } from '../suite/suite-client.ts';
import { portCount } from '../suite/suite-processes.ts';
import {
  committedFiles,
  type DemoFile,
  type DemoQuestion,
  listDataFiles,
} from './demo-questions.ts';

export interface RunDemoOptions {
  /** Test data; default `../shared/data` beside the repository. Missing files are left out. */
  readonly dataFolder: string;
  /** Aborted when the demo must stop. */
  readonly signal: AbortSignal;
}

interface AskedQuestion {
  readonly question: DemoQuestion;
  readonly documentId: string;
}

const readyTimeoutMs = 120_000;

/**
 * `npm run demo`: the whole suite in a temporary folder, real files in, cited answers out.
 *
 * @returns the exit code: 1 when a file did not become ready or an answer does not cite its page.
 */
export async function runDemo({ dataFolder, signal }: RunDemoOptions): Promise<number> {
  await using stack = new AsyncDisposableStack();
  const home = await mkdtemp(join(tmpdir(), 'lectern-demo-'));
  stack.defer(() => removeHome(home));

  const suite = await timed('The suite started', async () =>
    startSuite({ home, port: await findFreePorts(portCount), report: console.log, signal }),
  );
  stack.defer(() => timed('The suite stopped', () => suite.stop()));
  const client = new SuiteClient(suite.credentials);

  const files = [...committedFiles, ...listDataFiles(dataFolder)].filter(({ path }) =>
    existsSync(path),
  );
  const collectionId = await client.createCollection('Demo', 'Files of the demo.');
  const { failures: failedFiles, questions } = await timed(
    `${files.length} files were uploaded and made searchable`,
    () => ingest(client, collectionId, files),
  );

  const failures = [...failedFiles];
  for (const asked of questions) {
    signal.throwIfAborted();
    const answer = await timed('Answered', () => client.ask(asked.question.text, collectionId));
    print(asked.question, answer);
    failures.push(...check(asked, answer));
  }
  for (const failure of failures) console.error(`WRONG: ${failure}`);
  return failures.length === 0 ? 0 : 1;
}

async function ingest(
  client: SuiteClient,
  collectionId: string,
  files: readonly DemoFile[],
): Promise<{ failures: readonly string[]; questions: readonly AskedQuestion[] }> {
  const accepted = await client.uploadFiles(
    collectionId,
    files.map(({ path }) => path),
  );
  const failures: string[] = [];
  const questions: AskedQuestion[] = [];
  for (const [index, { path, question }] of files.entries()) {
    const { id, error } = accepted[index] ?? {};
    if (id === undefined) {
      failures.push(`${basename(path)} was refused: ${error?.message}`);
      continue;
    }
    const document = await client.waitUntilFinal(id, readyTimeoutMs);
    console.log(
      `  ${basename(path)}: ${document.status}, ${document.chunk_count} passages` +
        `${document.page_count === null ? '' : `, ${document.page_count} pages`}`,
    );
    if (document.status !== 'ready') {
      failures.push(`${basename(path)} is ${document.status}: ${document.error?.message}`);
    } else if (question) {
      questions.push({ question, documentId: id });
    }
  }
  return { failures, questions };
}

function print({ text }: DemoQuestion, { answer, citations }: ChatResponse): void {
  console.log(`\nQ: ${text}\nA: ${answer}`);
  for (const { n, title, page, quote } of citations) {
    console.log(`   [${n}] ${title}${page === null ? '' : `, page ${page}`}: "${quote}"`);
  }
  console.log();
}

function check({ question, documentId }: AskedQuestion, response: ChatResponse): string[] {
  const failures: string[] = [];
  if (!question.answer.test(response.answer)) {
    failures.push(`the answer to "${question.text}" does not say ${question.answer.source}`);
  }
  const isCited = response.citations.some(
    ({ document_id, page }) => document_id === documentId && page === question.page,
  );
  if (!isCited) {
    failures.push(`the answer to "${question.text}" does not cite page ${question.page}`);
  }
  return failures;
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  console.log(`${what} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return result;
}
