import { expect } from '@jest/globals';
import { MemorySaver } from '@langchain/langgraph';
import type { ResearchResponse } from '@lectern/contracts';
import { createAnalyzer } from '@lectern/retrieval';
import { createLogger } from '@lectern/service';
import type { StoredRun } from '../src/research/runs/research-runs.ts';
import { Researcher, type ResearcherOptions } from '../src/research/runs/run-research.ts';
import { trial } from './research-records.ts';
import { type Script, ScriptedModel } from './scripted-model.ts';

export const trialQuery = 'Trials of lumiravir in Marlow fever';
/** Time budget of runs that set none. */
export const budgetMs = 4_000;
/** Time beyond the budget: a second in which a run may end, and delays of a busy machine. */
const graceMs = 4_000;

/** A checkpointer that fails after a number of writes. */
export class FailingSaver extends MemorySaver {
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

export const failAsKilled = () => Promise.reject(new Error('killed'));
export const failByHanging = () => new Promise<never>(() => undefined);

export const answerTrial = async () => ({
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

export const answerDocument = async () => ({
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

/** Statements as a model writes them about the trial, each with its quote. */
export function writeStatements(...statements: readonly (readonly [string, string])[]): string {
  return JSON.stringify({
    statements: statements.map(([statement, quote]) => ({
      statement,
      records: [{ id: trial.nct_id, quote }],
    })),
  });
}

interface ResearcherParts
  extends Partial<Pick<ResearcherOptions, 'callTool' | 'checkpointer' | 'registry'>> {
  readonly toolChoices?: ConstructorParameters<typeof ScriptedModel>[1];
}

/** Researches without stores and services: the run's row is kept in memory, and a tool answers as it is told. */
export function openResearcher(
  scripts: readonly Script[],
  {
    toolChoices = ['none'],
    checkpointer = new MemorySaver(),
    callTool = answerTrial,
    registry,
  }: ResearcherParts = {},
) {
  let status: StoredRun['status'] = 'running';
  let id = '';
  let isKilled = false;
  const unreadable = new Set<string>();
  const model = new ScriptedModel(scripts, toolChoices);
  let result: ResearchResponse | null = null;
  const stored = {
    checkpoint_id: '',
    query: trialQuery,
    status: 'partial',
    intent: null,
    error: null,
    created_at: '',
    updated_at: '',
    request: { query: trialQuery },
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
    tracing: undefined,
    logger: createLogger({ name: 'test', level: 'silent' }),
    callTool,
    ...(registry && { registry }),
    findWithheld: async () => (documentId) =>
      unreadable.has(documentId) ? 'document_unavailable' : undefined,
  });
  const caller = {
    owner: { organisationId: 'o1', userId: 'u1' },
    token: 'token',
    emit: () => undefined,
    signal: new AbortController().signal,
  };
  const ask = async (timeBudgetMs = budgetMs, asked = trialQuery) => {
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
