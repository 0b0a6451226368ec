import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { type ResearchResponse, researchFrameSchema } from '@lectern/contracts';
import { FakeGateway, refusal } from '../../test/fake-gateway.ts';
import { run } from '../../test/run.ts';

const id = '44444444-4444-4444-8444-444444444444';
const trial: ResearchResponse['tables']['trials'][number] = {
  n: 1,
  nct_id: 'NCT99000001',
  title: 'Lumiravir in Adults With Marlow Fever',
  status: 'COMPLETED',
  why_stopped: null,
  phases: ['PHASE3'],
  study_type: 'INTERVENTIONAL',
  conditions: ['Marlow Fever'],
  interventions: ['Lumiravir'],
  sponsor: 'Invented Pharma AS',
  start_date: '2021-05-03',
  completion_date: null,
  enrollment: 418,
  has_results: true,
  publications: [{ pmid: '990000001', by: 'both', type: 'RESULT', citation: 'c' }],
  url: 'https://clinicaltrials.gov/study/NCT99000001',
};
const tables = { trials: [trial], publications: [], documents: [], disagreements: [] };
const frame = researchFrameSchema.parse({
  intent: 'indication_phase_trials',
  entities: { interventions: ['lumiravir'] },
  filters: { phases: ['PHASE3'] },
  unused: ['patients'],
});
const result: ResearchResponse = {
  query: 'Trials of lumiravir',
  answer: '- NCT99000001: Phase 3 [1].',
  abstained: false,
  citations: [
    {
      id: 'clinicaltrials:NCT99000001',
      n: 1,
      kind: 'trial',
      pmid: null,
      nct_id: 'NCT99000001',
      document_id: null,
      version: null,
      chunk_id: null,
      title: trial.title,
      file_name: null,
      mime_type: null,
      url: trial.url,
      page: null,
      start: 0,
      end: 5,
      quote: 'Phase 3.',
      supported: true,
    },
  ],
  tables,
  orchestrator_checkpoint_id: id,
  checkpoint_id: id,
  partial: true,
  missing: [{ node: 'pubmed_search', reason: 'time_budget', message: 'The time was up.' }],
  frame,
  statements: [],
  removed: [],
  warnings: [{ code: 'words_not_searched', message: 'Not searched for: "patients".' }],
  trace: { tool_calls: [], cache_hits: {}, latencies: {}, errors: {}, node_path: [] },
};
const silent = { latency_ms: null, rows: null, cache_hit: null, error: null };

function events(...list: readonly (readonly [string, object])[]) {
  return {
    headers: { 'content-type': 'text/event-stream' },
    body: list.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join(''),
  };
}

const wholeRun = events(
  ['node', { node: 'parse_frame', status: 'done', ...silent, latency_ms: 2, frame }],
  ['node', { node: 'ctgov_search', status: 'started', ...silent }],
  [
    'node',
    { node: 'ctgov_search', status: 'done', ...silent, latency_ms: 40, rows: 1, cache_hit: true },
  ],
  ['partial', { tables }],
  ['partial', { tables }],
  ['done', result],
);

describe('lectern research', () => {
  it('shows the nodes and records as they come, then the exported Markdown', async () => {
    await using gateway = await FakeGateway.start();
    gateway.answerOnce('POST /api/research', wholeRun);
    gateway.answerOnce(`GET /api/research/${id}/export`, {
      body: '# Trials of lumiravir\n\nOne.\n',
    });
    const { exitCode, output, notes } = await run(gateway, 'research', 'Trials of lumiravir');
    expect(exitCode).toBe(0);
    expect(notes.split('\n')).toEqual([
      '+ parse_frame: 2 ms',
      '    intent: indication_phase_trials',
      '    interventions: lumiravir',
      '    phases: PHASE3',
      '    not searched for: patients',
      '> ctgov_search',
      '+ ctgov_search: 1 rows, 40 ms, stored',
      '    NCT99000001  Lumiravir in Adults With Marlow Fever (COMPLETED)',
      'Note: Not searched for: "patients".',
      `What is missing comes with: lectern research resume ${id}`,
      `Run ${id}`,
      '',
    ]);
    expect(output).toBe('# Trials of lumiravir\n\nOne.\n');
  });

  it('names the option of a date that is none', async () => {
    await using gateway = await FakeGateway.start();
    const { exitCode, notes } = await run(gateway, 'research', 'q', '--since', 'yesterday');
    expect(exitCode).not.toBe(0);
    expect(notes).toMatch(/--since <date>.*'yesterday' is invalid.*2020-05-31/);
  });

  it('prints the whole result alone with --json, and tells the way beside it', async () => {
    await using gateway = await FakeGateway.start();
    gateway.answerOnce('POST /api/research', wholeRun);
    const { output, notes } = await run(gateway, 'research', 'Trials of lumiravir', '--json');
    expect(JSON.parse(output)).toEqual(result);
    expect(notes).toContain('+ ctgov_search');
  });

  it('sends what is to be understood otherwise', async () => {
    await using gateway = await FakeGateway.start();
    gateway.answerOnce('POST /api/research', wholeRun);
    const flags = ['--phase', '2', '--phase', 'early1', '--status', 'not-yet-recruiting'];
    const more = [
      '--results',
      'without',
      '--since',
      '2020',
      '--term',
      'children',
      '--fetch-policy',
      'cache_only',
    ];
    await run(gateway, 'research', 'q', ...flags, ...more, '--time-budget', '1.5');
    expect(JSON.parse(gateway.bodies[0] ?? '')).toEqual({
      query: 'q',
      frame_changes: {
        entities: { terms: ['children'] },
        filters: {
          phases: ['PHASE2', 'EARLY_PHASE1'],
          statuses: ['NOT_YET_RECRUITING'],
          date_from: '2020',
          has_results: false,
        },
      },
      fetch_policy: 'cache_only',
      time_budget_ms: 1_500,
    });
    expect((await run(gateway, 'research', 'q', '--phase', '7')).exitCode).toBe(2);
    expect((await run(gateway, 'research')).notes).toContain('--like');
  });

  it('asks a past question again, understood as it was but for what is changed', async () => {
    await using gateway = await FakeGateway.start();
    const stored = { checkpoint_id: id, query: result.query, status: 'done', intent: frame.intent };
    const times = {
      created_at: '2026-11-22T10:00:00.000Z',
      updated_at: '2026-11-22T10:00:01.000Z',
    };
    const detail = { ...stored, ...times, result, graph: 'graph TD' };
    gateway.answerOnce(`GET /api/research/${id}`, { body: detail });
    gateway.answerOnce('POST /api/research', wholeRun);
    await run(gateway, 'research', '--like', id, '--phase', '4');
    expect(JSON.parse(gateway.bodies[1] ?? '')).toMatchObject({
      query: result.query,
      frame: { entities: { interventions: ['lumiravir'] } },
      frame_changes: { filters: { phases: ['PHASE4'] } },
    });
    gateway.answerOnce(`GET /api/research/${id}`, { body: detail });
    const shown = await run(gateway, 'research', 'show', id, '--graph');
    expect(shown.output).toBe('graph TD\n');
    gateway.answerOnce('GET /api/research', {
      body: { runs: [{ ...stored, ...times }], next_cursor: null },
    });
    const { output } = await run(gateway, 'research', 'runs');
    expect(output).toBe(`${id}  done         Trials of lumiravir  (${times.created_at})\n`);
  });

  it('resumes, and ends with 1 and the reason when a run fails or breaks off', async () => {
    await using gateway = await FakeGateway.start();
    const path = `POST /api/research/${id}/resume`;
    gateway.answerOnce(path, wholeRun);
    const resumed = await run(gateway, 'research', 'resume', id, '--json');
    expect(JSON.parse(resumed.output).checkpoint_id).toBe(id);
    const error = { code: 'deadline_exceeded', message: 'Too late.', request_id: 'r' };
    gateway.answerOnce(path, events(['error', { error }]));
    const failed = await run(gateway, 'research', 'resume', id);
    expect(failed).toMatchObject({ exitCode: 1, notes: 'Too late. (deadline_exceeded)\n' });
    gateway.answerOnce(path, events());
    expect((await run(gateway, 'research', 'resume', id)).notes).toContain('broken off');
  });

  it('writes a run to a file that is not there yet, and saves its records', async () => {
    await using gateway = await FakeGateway.start();
    const folder = await mkdtemp(join(tmpdir(), 'lectern-research-'));
    const file = join(folder, 'run.ris');
    const route = `GET /api/research/${id}/export`;
    for (const body of ['TY  - JOUR', 'new', 'csv']) gateway.answerOnce(route, { body });
    const write = ['research', 'export', id, '--format', 'ris', '--output', file];
    expect((await run(gateway, ...write)).exitCode).toBe(0);
    const again = await run(gateway, ...write);
    expect(again).toMatchObject({ exitCode: 1, notes: expect.stringContaining('--force') });
    expect(await readFile(file, 'utf8')).toBe('TY  - JOUR');
    await rm(folder, { recursive: true });
    const printed = await run(gateway, 'research', 'export', id, '--format', 'csv');
    expect(printed.output).toBe('csv');
    gateway.answerOnce(route, refusal(404, 'research_not_found'));
    expect((await run(gateway, 'research', 'export', id)).notes).toContain('research_not_found');

    const documents = [{ external_id: 'pubmed:1', document_id: null, status: 'queued' }];
    gateway.answerOnce(`POST /api/research/${id}/save`, { body: { documents } });
    const saved = await run(
      gateway,
      'research',
      'save',
      id,
      '-c',
      'Papers',
      '--pmid',
      '1',
      '--anew',
    );
    expect(saved.output).toBe('pubmed:1  queued\n');
    expect(JSON.parse(gateway.bodies.at(-1) ?? '')).toMatchObject({
      pmids: ['1'],
      fetch_policy: 'network_only',
    });
  });
});
