import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeGateway } from '../../../test/fake-gateway.ts';
import { run } from '../../../test/run.ts';

let folder: string;
let questions: string;
let pool: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-pool-'));
  questions = join(folder, 'questions.jsonl');
  pool = join(folder, 'judged.jsonl');
  await writeLines(questions, [{ question: 'lift of wings' }, { question: 'boats' }]);
});
afterEach(() => rm(folder, { recursive: true }));

/** A gateway with documents that the questions find: two of them for wings, one for boats. */
async function startFilled(): Promise<FakeGateway> {
  const gateway = await FakeGateway.start();
  const add = (title: string, text: string) =>
    gateway.documents.push({
      id: crypto.randomUUID(),
      collection_id: 'c',
      title,
      external_id: null,
      text,
    });
  add('Wings', 'lift of wings');
  add('Air', 'what lift is');
  add('Boats', 'boats float');
  return gateway;
}

const readPool = async () =>
  (await readFile(pool, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

function writeLines(file: string, rows: readonly object[]): Promise<void> {
  return writeFile(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

describe('lectern evaluate pool', () => {
  it('writes what the modes find first, each passage once and without a judgement', async () => {
    await using gateway = await startFilled();
    const { exitCode, notes } = await run(
      gateway,
      ...['evaluate', 'pool', questions, '-o', pool, '-m', 'keyword', 'hybrid'],
    );
    expect(exitCode).toBe(0);
    expect(notes).toContain('3 passages of 2 questions added');
    expect(await readPool()).toMatchObject([
      { judgement: null, question: 'lift of wings', document: 'Air', passage: 'what lift is' },
      { judgement: null, question: 'lift of wings', document: 'Wings', page: 2, start: 0, end: 13 },
      { judgement: null, question: 'boats', document: 'Boats' },
    ]);
  });

  it('keeps the judgements of a file that is there and adds what it lacks', async () => {
    await using gateway = await startFilled();
    const args = ['evaluate', 'pool', questions, '-o', pool, '-m', 'keyword'];
    await run(gateway, ...args, '--depth', '1');
    const judged = (await readPool()).map((line) => ({ ...line, judgement: 2 }));
    await writeLines(pool, judged);
    const { notes } = await run(gateway, ...args);
    expect(notes).toContain('1 passages of 2 questions added');
    expect(notes).toContain('1 in it are not judged');
    const after = await readPool();
    expect(after.slice(0, judged.length)).toEqual(judged);
    expect(after.slice(judged.length).map(({ judgement }) => judgement)).toEqual([null]);
  });
});

it('adds to files as editors leave them: with a mark before the first line, the last without an end', async () => {
  await using gateway = await startFilled();
  const args = ['evaluate', 'pool', questions, '-o', pool, '-m', 'keyword'];
  await writeFile(questions, `\ufeff${await readFile(questions, 'utf8')}`);
  await run(gateway, ...args, '--depth', '1');
  const [first] = await readPool();
  await writeFile(pool, `\ufeff${JSON.stringify(first)}`);
  expect((await run(gateway, ...args)).exitCode).toBe(0);
  const { exitCode, notes } = await run(gateway, ...args);
  expect(exitCode).toBe(0);
  expect(notes).toContain('0 passages of 2 questions added');
  expect(notes).toContain('3 in it are not judged');
});

it('names the question that a search does not take', async () => {
  await using gateway = await startFilled();
  gateway.answerOnce('POST /api/search', {
    status: 400,
    body: { error: { code: 'invalid_request', message: 'query: is empty', request_id: 'r' } },
  });
  const { exitCode, notes } = await run(
    gateway,
    ...['evaluate', 'pool', questions, '-o', pool, '-m', 'keyword', '--concurrency', '1'],
  );
  expect(exitCode).toBe(1);
  expect(notes).toContain('The question "lift of wings": query: is empty');
});

it('refuses a depth that no search gives', async () => {
  await using gateway = await startFilled();
  const { exitCode, notes } = await run(
    gateway,
    ...['evaluate', 'pool', questions, '-o', pool, '--depth', '101'],
  );
  expect(exitCode).not.toBe(0);
  expect(notes).toContain('from 1 to 100');
});

describe('lectern evaluate judged', () => {
  /** The pool with a judgement for each of its documents. */
  async function judge(gateway: FakeGateway, grades: Readonly<Record<string, number | null>>) {
    await run(gateway, 'evaluate', 'pool', questions, '-o', pool, '-m', 'keyword');
    const lines = await readPool();
    await writeLines(
      pool,
      lines.map((line) => ({ ...line, judgement: grades[line.document] ?? null })),
    );
  }
  const measure = async (gateway: FakeGateway, ...more: string[]) => {
    const args = ['evaluate', 'judged', pool, '-m', 'keyword', 'hybrid', ...more];
    const { output } = await run(gateway, ...args, '--json');
    return JSON.parse(output);
  };

  it('measures by judged passages alone, and with the others as wrong', async () => {
    await using gateway = await startFilled();
    await judge(gateway, { Air: 3, Wings: null, Boats: 0 });
    const { modes, ...counts } = await measure(gateway);
    expect(counts).toEqual({ questions: 1, without_judgement: 0, without_right: 1 });
    expect(modes[0]).toMatchObject({
      mode: 'keyword',
      ndcg_at_10: { mean: 1 },
      ndcg_at_10_unjudged_wrong: { mean: expect.closeTo(1 / Math.log2(3), 12) },
      bpref: { mean: 1 },
      unjudged_in_10: 1,
      cpu_ms: null,
      against_first: null,
    });
    expect(modes[1].against_first).toMatchObject({ mean: 0, p_value: 1 });
    const { output } = await run(gateway, 'evaluate', 'judged', pool, '-m', 'dense');
    expect(output).toMatch(/^dense +1\.0000 .* 0\.6309 +1\.0000 /m);
    expect(output).toContain('1 more have no passage judged above 0');
    expect(output).toContain('Some of the first ten have no judgement');
  });

  it('knows a passage that is cut elsewhere, and one of another version by its words', async () => {
    await using gateway = await startFilled();
    await judge(gateway, { Air: 0, Wings: 3, Boats: 3 });
    const [air, wings, boats] = await readPool();
    await writeLines(pool, [
      air,
      { ...wings, start: 2, end: 12, passage: 'other' },
      { ...boats, version: 7 },
    ]);
    expect((await measure(gateway)).modes[0]).toMatchObject({
      ndcg_at_10: { mean: 1 },
      unjudged_in_10: 0,
    });
    await writeLines(pool, [
      air,
      { ...wings, start: 8, end: 40, passage: 'other' },
      { ...boats, version: 7, passage: 'other' },
    ]);
    expect((await measure(gateway)).modes[0]).toMatchObject({
      ndcg_at_10: { mean: 0 },
      unjudged_in_10: 1,
    });
  });

  it('tells the processor time of a search from the metrics that are named', async () => {
    await using gateway = await startFilled();
    await judge(gateway, { Air: 3, Wings: 0, Boats: 1 });
    const tell = (own: number, children: number) =>
      gateway.answerOnce('GET /metrics', {
        body: `process_cpu_seconds_total{service="rag"} ${own}\nlectern_child_processes_cpu_seconds_total ${children}\n`,
      });
    tell(1, 5);
    tell(1.004, 5.006);
    tell(2, 6);
    tell(2.001, 6);
    const { modes } = await measure(gateway, '--metrics', gateway.url);
    expect(modes[0].cpu_ms).toBeCloseTo(5, 6);
    expect(modes[1].cpu_ms).toBeCloseTo(0.5, 6);
    gateway.answerOnce('GET /metrics', { body: 'nothing 1\n' });
    const { exitCode, notes } = await run(
      gateway,
      ...['evaluate', 'judged', pool, '--metrics', `${gateway.url}/metrics`],
    );
    expect(exitCode).toBe(1);
    expect(notes).toContain('it tells no process_cpu_seconds_total');
  });

  it.each([
    [{ judgement: 4 }, 'line 2: judgement must be a whole number from 0 to 3, or null'],
    [{ judgement: 'yes' }, 'line 2: judgement must be a whole number from 0 to 3, or null'],
    [{ judgement: undefined }, 'line 2: judgement must be a whole number from 0 to 3, or null'],
    [{ document_id: 'x' }, 'line 2: document_id '],
    [{ passage: undefined }, 'line 2: passage expected string'],
  ])('names line and field of a file that is wrong: %j', async (wrong, message) => {
    await using gateway = await startFilled();
    await judge(gateway, { Air: 3, Wings: 0, Boats: 1 });
    const [first, ...rest] = await readPool();
    await writeLines(pool, [first, { ...first, start: 1, end: 5, ...wrong }, ...rest]);
    const { exitCode, notes } = await run(gateway, 'evaluate', 'judged', pool);
    expect(exitCode).toBe(1);
    expect(notes).toContain(message);
  });

  it('refuses two grades of one passage, and a file without a right one', async () => {
    await using gateway = await startFilled();
    await judge(gateway, { Air: 3, Wings: 0, Boats: 1 });
    const lines = await readPool();
    await writeLines(pool, [...lines, { ...lines[0], judgement: 1 }]);
    const twice = await run(gateway, 'evaluate', 'judged', pool);
    expect(twice.notes).toContain(
      'line 4: judgement differs from that of the same passage in line 1',
    );
    await writeLines(pool, [{ ...lines[0], judgement: 0 }]);
    const none = await run(gateway, 'evaluate', 'judged', pool);
    expect(none.notes).toContain('has no passage with a judgement above 0');
  });
});

describe('lectern evaluate feedback', () => {
  const entry = (question: string, rating: string) => ({
    message_id: 'm',
    conversation_id: crypto.randomUUID(),
    user_id: 'u',
    mode: 'knowledge',
    rating,
    reason: null,
    question,
    answer: 'a',
    abstained: false,
    citations: [],
    created_at: '2026-01-02T03:04:05.000Z',
  });

  it('writes each rated question once, with its newest rating, as a file to pool', async () => {
    await using gateway = await startFilled();
    gateway.answerOnce('GET /api/feedback', {
      body: { feedback: [entry('boats', 'good'), entry('wings', 'bad')], next_cursor: 'n' },
    });
    gateway.answerOnce('GET /api/feedback', {
      body: { feedback: [entry('boats', 'bad')], next_cursor: null },
    });
    const file = join(folder, 'rated.jsonl');
    expect((await run(gateway, 'evaluate', 'feedback', '-o', file)).exitCode).toBe(0);
    expect(await readFile(file, 'utf8')).toBe(
      '{"question":"boats","rating":"good"}\n{"question":"wings","rating":"bad"}\n',
    );
    const { exitCode } = await run(gateway, 'evaluate', 'pool', file, '-o', pool, '-m', 'keyword');
    expect(exitCode).toBe(0);
    expect((await readPool()).map(({ question }) => question)).toEqual(['boats', 'wings']);
  });
});
