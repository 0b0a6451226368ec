import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { MemorySaver } from '@langchain/langgraph';
import { AppError, type ResearchResponse } from '@lectern/contracts';
import { createAnalyzer } from '@lectern/retrieval';
import { createLogger } from '@lectern/service';
import { trial } from '../../test/research-records.ts';
import { calls, type Script, ScriptedModel, says } from '../../test/scripted-model.ts';
import type { StoredRun } from './runs/research-runs.ts';
import { Researcher, type ResearcherOptions } from './runs/run-research.ts';

const query = 'Trials of lumiravir in Marlow fever';
const named = { nct_id: 'NCT99000001' };
const budgetMs = 2_000;
/** Beside the budget, on a busy machine. */
const graceMs = 1_400;

/** Says something and then nothing more, whatever its signal says. */
function hangs(said = ''): Script {
  return async function* () {
    yield { type: 'text', text: said };
    await new Promise(() => undefined);
  };
}

describe('the time budget of a research run', () => {
  // A first run loads what later ones have.
  beforeAll(async () => {
    await open([says('Warm.')]).ask(20_000);
  });

  it('ends a model that does not stop, names it, and lets a resumed run ask it again', async () => {
    const { researcher, ask, caller } = open([hangs(), says('Lumiravir is completed [1].')]);
    const run = await ask();
    expect(run).toMatchObject({
      partial: true,
      missing: [{ node: 'synthesizer', reason: 'deadline_exceeded' }],
      trace: { errors: { synthesizer: 'deadline_exceeded' } },
      tables: { trials: [{ nct_id: 'NCT99000001' }] },
    });
    expect(run.answer).toContain('NCT99000001, Lumiravir in Adults With Marlow Fever: Phase 3');
    expect(run.answer).toContain("Missing from this answer: the model's text");
    const resumed = await researcher.resume(run.checkpoint_id, undefined, caller);
    expect(resumed).toMatchObject({ partial: false, missing: [] });
    expect(resumed.answer).toBe('Lumiravir is completed [1].');
  });

  it('tells what a model had written to its source, and no more', async () => {
    const { ask } = open([hangs('The study is completed [1]. It enrolled 418 partici')]);
    const run = await ask();
    expect(run.answer).toMatch(/^The study is completed \[1\]\.\n\nMissing from this answer/);
    expect(run).toMatchObject({ partial: true, removed: [] });
  });

  it('leaves a model that is to read the question a share of it, and says who read', async () => {
    const { ask, model } = open([hangs(), says('The study is completed [1].')], ['required']);
    const run = await ask(2 * budgetMs);
    expect(model.requests).toHaveLength(2);
    expect(run).toMatchObject({
      partial: false,
      answer: 'The study is completed [1].',
      frame: { entities: { interventions: ['lumiravir'] } },
    });
    expect(run.warnings).toContainEqual(expect.objectContaining({ code: 'read_by_rules' }));
  });

  it('takes what a model reads in time', async () => {
    const frame = { intent: 'indication_phase_trials', conditions: ['fever of Marlow'] };
    const { ask } = open([calls('set_frame', frame), says('It is completed [1].')], ['required']);
    const run = await ask();
    expect(run.frame.entities.conditions).toEqual(['fever of Marlow']);
    expect(run.warnings).toEqual([]);
  });

  it('does not ask a model that has no time left, and says so', async () => {
    const { ask, model } = open([says('The study is completed [1].')]);
    const run = await ask(900);
    expect(model.requests).toEqual([]);
    expect(run.missing).toMatchObject([{ node: 'synthesizer', reason: 'time_budget' }]);
  });

  it('bounds what no lookup and no model is to blame for', async () => {
    for (const writes of [1, 4]) {
      const { ask } = open(
        [says('The study is completed [1].')],
        [],
        new FailingSaver(writes, failByHanging),
      );
      const run = await ask(200);
      expect(run.partial).toBe(true);
      expect(run.missing.length).toBeGreaterThan(0);
      expect(run.answer).toContain('Missing from this answer');
    }
  });
});

it('an answer says how many records more than it names stand in the table', async () => {
  const trials = [1, 2, 3, 4, 5, 6, 7].map((last) => ({ ...trial, nct_id: `NCT9900000${last}` }));
  const tool: ResearcherOptions['callTool'] = async () => {
    const answer = await answerTrial();
    return { ...answer, structuredContent: { ...answer.structuredContent, trials, total: 7 } };
  };
  const run = await open([], [], new MemorySaver(), tool).ask(20_000);
  expect(run.answer).toContain('2 more stand in the table.');
  expect(run.removed).toEqual([]);
});

describe('a research run that goes on', () => {
  it('looks up what it had not, wherever its process was killed', async () => {
    for (const writes of [0, 1, 2, 3, 4, 5]) {
      const saver = new FailingSaver(writes, failAsKilled);
      const { researcher, ask, caller, lastId } = open([says('It is completed [1].')], [], saver);
      await expect(ask(20_000)).rejects.toThrow('killed');
      saver.mend();
      const resumed = await researcher.resume(lastId(), undefined, caller);
      expect([writes, resumed]).toEqual([
        writes,
        expect.objectContaining({
          missing: [],
          abstained: false,
          tables: expect.objectContaining({ trials: [expect.objectContaining(named)] }),
        }),
      ]);
    }
  });

  it('does not write again what was written when its process was killed', async () => {
    const { researcher, model, ask, caller, lastId, killAtEnd } = open([
      says('It is completed [1].'),
    ]);
    killAtEnd();
    await expect(ask(20_000)).rejects.toThrow('killed');
    const resumed = await researcher.resume(lastId(), undefined, caller);
    expect(resumed).toMatchObject({ answer: 'It is completed [1].', partial: false });
    expect(model.requests).toHaveLength(1);
    expect(await researcher.resume(lastId(), undefined, caller)).toBe(resumed);
  });

  it('writes again, without a document that may not be read any more', async () => {
    const own = 'What do our documents say about lumiravir?';
    const tool: ResearcherOptions['callTool'] = async () => answerDocument();
    const { researcher, ask, caller, lastId, killAtEnd, withhold } = open(
      [],
      [],
      new MemorySaver(),
      tool,
    );
    killAtEnd();
    await expect(ask(20_000, own)).rejects.toThrow('killed');
    withhold('d1');
    const resumed = await researcher.resume(lastId(), undefined, caller);
    expect(resumed).toMatchObject({ citations: [], tables: { documents: [] } });
  });

  it('asks again what had failed before an answer that came late', async () => {
    const saver = new FailingSaver(4, failByHanging);
    let isUp = false;
    const tool: ResearcherOptions['callTool'] = async () => {
      if (!isUp) throw new AppError('service_unavailable');
      return answerTrial();
    };
    const { researcher, ask, caller } = open([], [], saver, tool);
    const run = await ask(900);
    expect(run.missing).toContainEqual(expect.objectContaining({ node: 'ctgov_search' }));
    isUp = true;
    saver.mend();
    const resumed = await researcher.resume(run.checkpoint_id, 8_000, caller);
    expect(resumed.tables.trials).toMatchObject([named]);
  });

  it('names each lookup as missing until it has answered, and asks it again', async () => {
    const both = `${query} with their publications`;
    let isUp = false;
    const tool: ResearcherOptions['callTool'] = async (_name, _args, { signal }) => {
      if (!isUp) await delay(60_000, undefined, { signal });
      return answerTrial();
    };
    const { researcher, ask, caller } = open([], [], new MemorySaver(), tool);
    const run = await ask(300, both);
    const nodesOf = ({ missing, trace }: ResearchResponse) => [
      missing
        .map(({ node }) => node)
        .filter((node) => node !== 'synthesizer')
        .toSorted(),
      Object.keys(trace.errors)
        .filter((node) => node !== 'synthesizer')
        .toSorted(),
    ];
    const unanswered = ['ctgov_search', 'pubmed_search'];
    expect(nodesOf(run)).toEqual([unanswered, unanswered]);
    for (const _ of [1, 2, 3]) {
      expect(nodesOf(await researcher.resume(run.checkpoint_id, 300, caller))).toEqual([
        unanswered,
        unanswered,
      ]);
    }
    isUp = true;
    const resumed = await researcher.resume(run.checkpoint_id, 8_000, caller);
    expect(resumed.tables.trials).toMatchObject([named]);
    expect(nodesOf(resumed)).toEqual([['pubmed_search'], ['pubmed_search']]);
  });
});

/** Checkpoints that can no longer be written after so many: what is put then ends as it is told. */
class FailingSaver extends MemorySaver {
  readonly #fail: () => Promise<never>;
  #left: number;

  constructor(writes: number, fail: () => Promise<never>) {
    super();
    this.#left = writes;
    this.#fail = fail;
  }

  mend(): void {
    this.#left = Number.POSITIVE_INFINITY;
  }

  override async put(...given: Parameters<MemorySaver['put']>) {
    this.#left -= 1;
    if (this.#left < 0) await this.#fail();
    return super.put(...given);
  }
}

const failAsKilled = () => Promise.reject(new Error('killed'));
const failByHanging = () => new Promise<never>(() => undefined);

const answerTrial = async () => ({
  content: [],
  structuredContent: {
    trials: [trial],
    total: 1,
    next_page_token: null,
    cache_hit: false,
    rows: 1,
    fetched_at: new Date().toISOString(),
    warnings: [],
  },
});

const answerDocument = async () => ({
  content: [],
  structuredContent: {
    results: [
      {
        content: 'Lumiravir shortens Marlow fever by three days.',
        document_title: 'Lumiravir in Marlow fever',
        collection: 'fevers',
        relevance_score: 0.9,
        metadata: {
          page: null,
          pages: [],
          section: null,
          document_id: 'd1',
          chunk_id: 'c1',
          start: 0,
          end: 46,
          file_name: null,
          mime_type: null,
          version: 1,
          url: null,
        },
      },
    ],
    total_results: 1,
    search_time_ms: 1,
    warnings: [],
  },
});

function open(
  scripts: readonly Script[],
  toolChoices: ConstructorParameters<typeof ScriptedModel>[1] = ['none'],
  checkpointer = new MemorySaver(),
  callTool: ResearcherOptions['callTool'] = answerTrial,
) {
  let status: StoredRun['status'] = 'running';
  let id = '';
  let isKilled = false;
  const unreadable = new Set<string>();
  const model = new ScriptedModel(scripts, toolChoices);
  let result: ResearchResponse | null = null;
  const stored = {
    checkpoint_id: '',
    query,
    status: 'partial',
    intent: null,
    error: null,
    created_at: '',
    updated_at: '',
    request: { query },
    result: null,
  } as const;
  const runs: ResearcherOptions['runs'] = {
    begin: async (_owner, begun) => {
      id = begun.id;
    },
    exists: async () => true,
    reopen: async () => {
      isKilled = false;
      return stored;
    },
    beat: async () => undefined,
    setIntent: async () => undefined,
    finish: async (_id, end) => {
      if (isKilled) throw new Error('killed');
      status = end.status;
      result = end.result ?? null;
    },
    get: async () => ({ ...stored, status, result }),
    list: async () => ({ runs: [], next_cursor: null }),
    delete: async () => undefined,
    removeDeparted: async () => [],
  };
  const researcher = new Researcher({
    runs,
    checkpointer,
    model,
    analyzer: createAnalyzer(),
    contextTokens: 8_000,
    onUsage: () => undefined,
    tracing: undefined,
    logger: createLogger({ name: 'test', level: 'silent' }),
    callTool,
    findWithheld: async () => (documentId) =>
      unreadable.has(documentId) ? 'document_unavailable' : undefined,
  });
  const caller = {
    owner: { organisationId: 'o1', userId: 'u1' },
    token: 'token',
    emit: () => undefined,
    signal: new AbortController().signal,
  };
  const ask = async (timeBudgetMs = budgetMs, asked = query) => {
    const started = performance.now();
    const run = await researcher.run({ query: asked, time_budget_ms: timeBudgetMs }, caller);
    expect(performance.now() - started).toBeLessThan(timeBudgetMs + graceMs);
    return run;
  };
  return {
    researcher,
    model,
    caller,
    ask,
    lastId: () => id,
    /** The end of a run is not told until another process takes it over. */
    killAtEnd: () => {
      isKilled = true;
    },
    withhold: (documentId: string) => unreadable.add(documentId),
  };
}
