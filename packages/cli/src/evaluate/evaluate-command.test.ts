import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { EvaluationRunDetail } from '@lectern/contracts';
import { sampleDocument } from '@lectern/testing';
import { FakeGateway } from '../../test/fake-gateway.ts';
import { run } from '../../test/run.ts';

const setId = '11111111-1111-4111-8111-111111111111';
const runId = '22222222-2222-4222-8222-222222222222';
const documentId = '33333333-3333-4333-8333-333333333333';
const now = '2026-01-02T03:04:05.000Z';
const set = { id: setId, name: 'questions', question_count: 0, created_at: now, updated_at: now };
const sets = '/api/evaluation-sets';
const score = (mean: number) => ({ mean, low: mean - 0.1, high: mean + 0.1 });
const scores = (mean: number) => ({
  ndcg_at_10: score(mean),
  recall_at_10: score(mean),
  recall_at_100: score(mean),
  mrr: score(mean),
});
const settingOf = (mode: 'hybrid' | 'keyword') => ({ mode, fusion: 'rrf' as const, rerank: false });
const done = {
  id: runId,
  status: 'done',
  settings: [settingOf('hybrid'), settingOf('keyword')],
  done: 4,
  total: 4,
  ndcg_at_10: null,
  error: null,
  created_at: now,
  finished_at: now,
  result: {
    settings: [
      {
        settings: settingOf('hybrid'),
        scores: scores(0.5),
        against_first: null,
        median_search_ms: 3,
        fallbacks: 0,
      },
      {
        settings: settingOf('keyword'),
        scores: scores(0.25),
        against_first: scores(-0.25),
        median_search_ms: 2,
        fallbacks: 0,
      },
    ],
    questions: [],
  },
} as const;

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-questions-'));
  file = join(folder, 'questions.jsonl');
});
afterEach(() => rm(folder, { recursive: true }));

/** A gateway with an evaluation set named `questions`, whose next run is done. */
async function startGateway(result: object = done): Promise<FakeGateway> {
  const gateway = await FakeGateway.start();
  gateway.answerOnce(`GET ${sets}`, { body: { sets: [set], next_cursor: null } });
  gateway.answerOnce(`POST ${sets}/${setId}/runs`, {
    status: 202,
    body: { ...done, status: 'running', finished_at: null },
  });
  gateway.answerOnce(`GET ${sets}/${setId}/runs/${runId}`, { body: result });
  return gateway;
}

/** Answers for the documents that are named `name` and for the questions that are saved. */
function addDocument(gateway: FakeGateway, name: string, questions: number): void {
  const document = sampleDocument({ id: documentId, file_name: name, title: name });
  gateway.answerOnce('GET /api/documents', { body: { documents: [document], next_cursor: null } });
  gateway.answerOnce(`GET /api/documents/${documentId}/text`, {
    body: {
      pages: [
        { page: 1, text: 'A 🌊 cover.', start: 0 },
        { page: 2, text: 'Parental leave is long.', start: 10 },
      ],
    },
  });
  for (let at = 0; at < questions; at += 1) {
    gateway.answerOnce(`POST ${sets}/${setId}/questions`, {
      body: { id: runId, query: 'x', answers: [], created_at: now },
    });
  }
}

const bodiesOf = (gateway: FakeGateway, route: string) =>
  gateway.requests.flatMap((request, at) =>
    request === route ? [JSON.parse(gateway.bodies[at] ?? '')] : [],
  );

describe('lectern evaluate', () => {
  it('saves the questions of a file with their passages and measures them', async () => {
    await using gateway = await startGateway();
    addDocument(gateway, 'handbook.pdf', 3);
    const questions = [
      { question: 'How long is leave?', file: 'papers/handbook.pdf', page: 2 },
      { question: 'What is on the cover?', file: 'papers/handbook.pdf', answer: 'cover' },
      { question: 'Who?' },
    ];
    await writeFile(file, questions.map((one) => `${JSON.stringify(one)}\n`).join(''));
    const { exitCode, output, notes } = await run(
      gateway,
      ...['evaluate', file, '-m', 'hybrid', 'keyword'],
    );
    expect(exitCode).toBe(0);
    expect(bodiesOf(gateway, `POST ${sets}/${setId}/questions`)).toEqual([
      {
        query: 'How long is leave?',
        answers: [{ document_id: documentId, start: 10, end: 33 }],
      },
      {
        query: 'What is on the cover?',
        answers: [{ document_id: documentId, start: 4, end: 9 }],
      },
      { query: 'Who?', answers: [] },
    ]);
    expect(bodiesOf(gateway, `POST ${sets}/${setId}/runs`)).toEqual([
      { settings: [{ mode: 'hybrid' }, { mode: 'keyword' }] },
    ]);
    expect(notes).toContain('No document answers "Who?"');
    expect(output).toMatch(/^hybrid +0\.500 \(0\.400 to 0\.600\)/m);
    expect(output).toMatch(/^ {2}difference +-0\.250/m);
  });

  it('measures a set that exists, with and without the reranker', async () => {
    await using gateway = await startGateway();
    const { exitCode, output } = await run(
      gateway,
      ...['evaluate', '--set', 'questions', '--rerank', '--json'],
    );
    expect(exitCode).toBe(0);
    expect((JSON.parse(output) as EvaluationRunDetail).status).toBe('done');
    expect(bodiesOf(gateway, `POST ${sets}/${setId}/runs`)).toEqual([
      { settings: [{ mode: 'hybrid' }, { mode: 'hybrid', rerank: true }] },
    ]);
  });

  it('fails with the reason of a failed run', async () => {
    const error = { code: 'search_unavailable', message: 'The index is down.' };
    await using gateway = await startGateway({ ...done, status: 'failed', result: null, error });
    const { exitCode, notes } = await run(gateway, 'evaluate', '--set', 'questions');
    expect([exitCode, notes]).toEqual([1, 'The index is down.\n']);
  });

  it('refuses a set that does not exist, and a command without file and set', async () => {
    await using gateway = await startGateway();
    const { exitCode, notes } = await run(gateway, 'evaluate', '--set', 'others');
    expect([exitCode, notes]).toEqual([1, 'There is no evaluation set "others".\n']);
    expect((await run(gateway, 'evaluate')).exitCode).toBe(2);
  });

  it.each([
    ['{"question": ', 'line 2: not JSON'],
    ['{"question": "x", "file": "a", "page": 0}', 'line 2: page'],
  ])('names the line of a file of questions that is wrong: %s', async (wrong, message) => {
    await using gateway = await startGateway();
    await writeFile(file, `{"question": "boats"}\n${wrong}`);
    const { exitCode, notes } = await run(gateway, 'evaluate', file);
    expect(exitCode).toBe(1);
    expect(notes).toContain(message);
  });
});
