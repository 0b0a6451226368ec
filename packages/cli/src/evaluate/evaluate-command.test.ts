import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeGateway, refusal } from '../../test/fake-gateway.ts';
import { run } from '../../test/run.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-set-'));
  const lines = (entries: object[]) => entries.map((entry) => JSON.stringify(entry)).join('\n');
  await writeFile(
    join(folder, 'corpus.jsonl'),
    lines([
      { _id: 'd1', title: 'Wings', text: 'lift of wings' },
      { _id: 'd2', title: '', text: 'boats' },
      { _id: 'd3', title: '', text: 'broken' },
    ]),
  );
  await writeFile(
    join(folder, 'queries.jsonl'),
    lines([
      { _id: 'q1', text: 'lift of wings' },
      { _id: 'q2', text: 'trains' },
    ]),
  );
  await writeFile(join(folder, 'qrels.tsv'), 'q1\td1\t1\nq2\td2\t1\n');
});
afterEach(() => rm(folder, { recursive: true }));

describe('lectern evaluate', () => {
  it('measures each mode and leaves nothing behind', async () => {
    await using gateway = await FakeGateway.start();
    const { exitCode, output } = await run(
      gateway,
      'evaluate',
      folder,
      '--json',
      '-m',
      'keyword',
      'hybrid',
    );
    expect(exitCode).toBe(0);
    const report = JSON.parse(output);
    expect(report).toMatchObject({ documents: 3, unsearchable: 1, queries: 2 });
    expect(report.modes.map(({ mode }: { mode: string }) => mode)).toEqual(['keyword', 'hybrid']);
    expect(report.modes[0]).toMatchObject({
      ndcg_at_10: { mean: 0.5 },
      recall_at_100: { mean: 0.5 },
      median_search_ms: 3,
      p95_search_ms: 3,
      against_first: null,
    });
    expect(report.modes[1].against_first).toEqual({
      mean: 0,
      interval: { low: 0, high: 0 },
      p_value: 1,
    });
    expect(gateway.collections).toHaveLength(0);
  });

  it('prints a table', async () => {
    await using gateway = await FakeGateway.start();
    const { output } = await run(gateway, 'evaluate', folder, '-m', 'dense');
    expect(output).toContain('3 documents (1 not searchable), 2 queries');
    expect(output).toMatch(/^dense +0\.5000 \(0\.000-1\.000\)/m);
  });

  it('measures with and without the reranker, and says where it gave no order', async () => {
    await using gateway = await FakeGateway.start();
    const warnings = [{ code: 'rerank_timeout', message: 'late' }];
    const late = { body: { chunks: [], total: 0, query: 'x', search_time_ms: 9, warnings } };
    const { output } = await run(
      gateway,
      'evaluate',
      folder,
      '--json',
      '-m',
      'keyword',
      '--rerank',
    );
    const { modes } = JSON.parse(output);
    expect(modes.map(({ rerank }: { rerank: boolean }) => rerank)).toEqual([false, true]);
    expect(modes[1].fallbacks).toBe(0);
    for (let at = 0; at < 4; at += 1) gateway.answerOnce('POST /api/search', late);
    const { output: table } = await run(gateway, 'evaluate', folder, '-m', 'keyword', '--rerank');
    expect(table).toMatch(/^keyword\+rerank +0\.0000 .* 2 without the reranker$/m);
  });

  it('says where own questions find their answer, and compares two settings by pairs', async () => {
    await using gateway = await FakeGateway.start();
    await run(gateway, 'evaluate', folder, '-m', 'keyword', '--keep');
    const file = join(folder, 'questions.jsonl');
    const rows = [
      { question: 'lift of wings', file: 'papers/Wings', page: 2 },
      { question: 'boats', answers: ['BOATS'] },
      { question: 'boats and wings', file: 'Wings', page: 7 },
      { question: 'who?' },
    ];
    await writeFile(file, rows.map((row) => JSON.stringify(row)).join('\n'));
    const { exitCode, output } = await run(
      gateway,
      ...['evaluate', 'questions', file, '--json', '-m', 'keyword', 'hybrid'],
    );
    expect(exitCode).toBe(0);
    const { questions, skipped, modes } = JSON.parse(output);
    expect({ questions, skipped }).toEqual({ questions: 3, skipped: 1 });
    expect(modes[0].right_at_1).toBeCloseTo(2 / 3);
    expect(modes[0].reciprocal_rank.mean).toBeCloseTo(2 / 3);
    expect(modes[1]).toMatchObject({ mode: 'hybrid', against_first: { mean: 0, p_value: 1 } });
    const table = await run(gateway, 'evaluate', 'questions', file, '-m', 'dense');
    expect(table.output).toMatch(/^dense +0\.667 +0\.667 +0\.6667/m);
  });

  it.each([
    ['{"question": ', 'line 2: not JSON'],
    ['{"question": "x", "file": "a", "page": 0}', 'line 2: page'],
  ])('names the line of a file of questions that is wrong: %s', async (wrong, message) => {
    await using gateway = await FakeGateway.start();
    const file = join(folder, 'questions.jsonl');
    await writeFile(file, `{"question": "boats", "answer": "boats"}\n${wrong}`);
    const { exitCode, notes } = await run(gateway, 'evaluate', 'questions', file);
    expect(exitCode).toBe(1);
    expect(notes).toContain(message);
  });

  it('keeps the collection when asked to', async () => {
    await using gateway = await FakeGateway.start();
    await run(gateway, 'evaluate', folder, '-m', 'keyword', '--keep');
    expect(gateway.collections).toHaveLength(1);
  });

  it('deletes the collection although a search fails', async () => {
    await using gateway = await FakeGateway.start();
    gateway.answerOnce('POST /api/search', refusal(500, 'internal'));
    const { exitCode, notes } = await run(gateway, 'evaluate', folder, '-m', 'keyword');
    expect(exitCode).toBe(1);
    expect(notes).toContain('(internal)');
    expect(gateway.collections).toHaveLength(0);
  });
});
