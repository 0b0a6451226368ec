import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { ChatResponse, Document } from '@lectern/contracts';
import { findFreePorts } from '../network/port.ts';
import { removeHome } from '../postgres/postgres-place.ts';
import { startSuite } from '../suite/start-suite.ts';
import { SuiteClient } from '../suite/suite-client.ts';
import { portCount } from '../suite/suite-processes.ts';
import { type Check, reportChecks, timed } from './checks.ts';
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
  /** Gets a JSON line for each check. */
  readonly reportFile?: string | undefined;
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
export async function runDemo({ dataFolder, signal, reportFile }: RunDemoOptions): Promise<number> {
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
  const { checks, questions } = await timed(
    `${files.length} files were uploaded and made searchable`,
    () => ingest(client, collectionId, files),
  );
  for (const asked of questions) {
    signal.throwIfAborted();
    const answer = await timed('Answered', () => client.ask(asked.question.text, collectionId));
    print(asked.question, answer);
    checks.push(checkAnswer(asked, answer));
  }

  return reportChecks(checks, reportFile);
}

async function ingest(
  client: SuiteClient,
  collectionId: string,
  files: readonly DemoFile[],
): Promise<{ checks: Check[]; questions: readonly AskedQuestion[] }> {
  const accepted = await client.uploadFiles(
    collectionId,
    files.map(({ path }) => path),
  );
  const checks: Check[] = [];
  const questions: AskedQuestion[] = [];
  for (const [index, { path, question }] of files.entries()) {
    const name = `${basename(path)} becomes searchable`;
    const { id, error } = accepted[index] ?? {};
    if (id === undefined) {
      checks.push({ name, status: 'failed', reason: `refused: ${error?.message}` });
      continue;
    }
    const document = await client.waitUntilFinal(id, readyTimeoutMs);
    console.log(`  ${basename(path)}: ${describe(document)}`);
    if (document.status === 'ready') {
      checks.push({ name, status: 'passed' });
      if (question) questions.push({ question, documentId: id });
    } else {
      checks.push({ name, status: 'failed', reason: document.error?.message ?? document.status });
    }
  }
  return { checks, questions };
}

function describe({ status, chunk_count, page_count }: Document): string {
  const pages = page_count === null ? '' : `, pages: ${page_count}`;
  return `${status}, passages: ${chunk_count}${pages}`;
}

function print({ text }: DemoQuestion, { answer, citations }: ChatResponse): void {
  console.log(`\nQ: ${text}\nA: ${answer}`);
  for (const { n, title, page, quote } of citations) {
    console.log(`   [${n}] ${title}${page === null ? '' : `, page ${page}`}: "${quote}"`);
  }
  console.log();
}

function checkAnswer({ question, documentId }: AskedQuestion, response: ChatResponse): Check {
  const name = `"${question.text}" is answered from page ${question.page}`;
  if (!question.answer.test(response.answer)) {
    return { name, status: 'failed', reason: `the answer does not say ${question.answer.source}` };
  }
  const isCited = response.citations.some(
    ({ document_id, page }) => document_id === documentId && page === question.page,
  );
  if (isCited) return { name, status: 'passed' };
  return { name, status: 'failed', reason: 'no citation names that page' };
}
