import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@lectern/testing';
import { sql } from 'kysely';
import type { Person, TestRag } from '../../test/start-test-rag.ts';

/** Declares tests of sets, their questions and their runs, over a running service. */
export function describeEvaluations(tell: () => TestRag): void {
  describe('evaluation sets', () => {
    let owner: Person;
    let member: Person;
    let collectionId: string;
    const documents = new Map<string, string>();
    let setId: string;

    beforeAll(async () => {
      owner = await tell().addPerson('evaluator', 'measured', 'owner');
      member = await tell().addPerson('member of measured', 'measured', 'member');
      const made = await owner.call('POST', '/rag/collections', { name: 'Birds' });
      collectionId = made.body.id;
      for (const [name, text] of [
        ['heron', 'The heron waits in shallow water for a fish.'],
        ['swift', 'The swift sleeps in the air and lands only to breed.'],
        ['owl', 'The owl hears a mouse below the snow and hunts at night.'],
      ] as const) {
        documents.set(name, await put(name, text));
      }
    });

    beforeEach(async () => {
      const made = await owner.call('POST', '/rag/evaluation-sets', { name: randomUUID() });
      expect(made.status).toBe(201);
      setId = made.body.id;
    });

    const put = async (external_id: string, text: string): Promise<string> => {
      const { body } = await owner.call('POST', `/rag/collections/${collectionId}/documents`, {
        documents: [{ external_id, title: external_id, text }],
      });
      const { id } = body.documents[0];
      await tell().settled(owner, id);
      return id;
    };
    const at = (path = '') => `/rag/evaluation-sets/${setId}${path}`;
    const save = (query: string, answers: readonly object[]) =>
      owner.call('POST', at('/questions'), { query, answers });
    const wholeOf = (name: string) => ({ document_id: documents.get(name) });
    const run = async (settings: readonly object[]) => {
      const begun = await owner.call('POST', at('/runs'), { settings });
      // A quick run is done when it is reported.
      expect(begun).toMatchObject({
        status: 202,
        body: { status: expect.stringMatching(/^(running|done)$/) },
      });
      return eventually(
        async () => {
          const { body } = await owner.call('GET', at(`/runs/${begun.body.id}`));
          if (body.status === 'running') throw new Error(`${body.done} of ${body.total}`);
          return body;
        },
        { timeoutMs: 30_000 },
      );
    };

    it('answers 404 to a run of a set that is deleted at the same moment', async () => {
      const { database } = tell().dependencies;
      await save('Which bird waits?', [wholeOf('heron')]);
      const begun = Promise.withResolvers<Promise<{ status: number }>>();
      await database.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('rag.evaluation_sets').where('id', '=', setId).execute();
        begun.resolve(owner.call('POST', at('/runs'), { settings: [{}] }));
        await eventually(async () => {
          const { rows } = await sql`select from pg_locks where not granted`.execute(database);
          return rows.length > 0;
        });
      });
      expect((await begun.promise).status).toBe(404);
    });

    it('are kept by name for whoever administers the organisation, and deleted with all in them', async () => {
      const name = `Birds ${randomUUID()}`;
      expect((await owner.call('PATCH', at(), { name })).body).toMatchObject({ name });
      const again = await owner.call('POST', '/rag/evaluation-sets', { name });
      expect([again.status, again.body.error.code]).toEqual([409, 'evaluation_set_name_taken']);
      await save('Which bird waits?', [wholeOf('heron')]);
      const { body } = await owner.call('GET', '/rag/evaluation-sets?limit=500');
      expect(body.sets).toContainEqual(expect.objectContaining({ name, question_count: 1 }));
      expect((await member.call('GET', '/rag/evaluation-sets')).status).toBe(403);
      expect((await owner.call('DELETE', at())).status).toBe(204);
      expect((await owner.call('GET', at('/questions'))).body.error.code).toBe(
        'evaluation_set_not_found',
      );
    });

    it('hold a question once, with the answers that were marked last', async () => {
      const first = await save('Which bird hunts at night?', [wholeOf('heron')]);
      const passage = { ...wholeOf('owl'), start: 0, end: 20 };
      const second = await save('Which bird hunts at night?', [passage, passage]);
      expect(second.body).toMatchObject({
        id: first.body.id,
        answers: [{ document_title: 'owl', start: 0, end: 20, outdated: false }],
      });
      const other = await save('Which bird sleeps in the air?', []);
      const taken = await owner.call('PATCH', at(`/questions/${other.body.id}`), {
        query: 'Which bird hunts at night?',
      });
      expect(taken.body.error.code).toBe('evaluation_question_taken');
      const changed = await owner.call('PATCH', at(`/questions/${other.body.id}`), {
        answers: [wholeOf('swift')],
      });
      expect(changed.body).toMatchObject({
        query: 'Which bird sleeps in the air?',
        answers: [{ document_title: 'swift', start: null }],
      });
      const { body } = await owner.call('GET', at('/questions?limit=1'));
      const next = await owner.call('GET', at(`/questions?cursor=${body.next_cursor}`));
      expect([...body.questions, ...next.body.questions].map(({ query }) => query)).toEqual([
        'Which bird hunts at night?',
        'Which bird sleeps in the air?',
      ]);
      await owner.call('DELETE', at(`/questions/${other.body.id}`));
      expect((await owner.call('GET', at('/questions'))).body.questions).toHaveLength(1);
    });

    it('refuse answers in documents that the organisation does not have', async () => {
      const stranger = await tell().addPerson('stranger', 'not measured', 'owner');
      const refused = await save('Which?', [{ document_id: randomUUID() }]);
      expect(refused.body.error).toMatchObject({
        code: 'document_not_found',
        details: { field: 'answers' },
      });
      const made = await stranger.call('POST', '/rag/evaluation-sets', { name: 'Theirs' });
      const path = `/rag/evaluation-sets/${made.body.id}/questions`;
      const foreign = await stranger.call('POST', path, {
        query: 'Which?',
        answers: [wholeOf('owl')],
      });
      expect(foreign.body.error).toEqual({ ...refused.body.error, request_id: expect.any(String) });
      const halves = await save('Which?', [{ ...wholeOf('owl'), start: 3 }]);
      expect([halves.status, halves.body.error.details.field]).toEqual([400, 'answers.0.end']);
      const far = await save('Which?', [{ ...wholeOf('owl'), start: 0, end: 2 ** 40 }]);
      expect([far.status, far.body.error.details.field]).toEqual([400, 'answers.0.end']);
    });

    it('are measured with two settings side by side, each question in each of them', async () => {
      await save('heron waits water fish', [wholeOf('heron')]);
      await save('swift sleeps air', [{ ...wholeOf('swift'), start: 0, end: 10 }]);
      await save('unanswerable walrus', [wholeOf('owl')]);
      await save('nobody marked anything', []);
      const { status, done, total, result } = await run([{ mode: 'keyword' }, { mode: 'hybrid' }]);
      expect({ status, done, total }).toEqual({ status: 'done', done: 6, total: 6 });
      const [keyword, hybrid] = result.settings;
      expect(keyword).toMatchObject({
        settings: { mode: 'keyword', rerank: false },
        against_first: null,
        scores: {
          ndcg_at_10: { mean: expect.closeTo(2 / 3) },
          mrr: { mean: expect.closeTo(2 / 3) },
        },
      });
      const { low, high } = keyword.scores.ndcg_at_10;
      expect([low, high]).toEqual([0, 1]);
      expect(hybrid.scores.recall_at_100.mean).toBe(1);
      expect(hybrid.against_first.recall_at_100.mean).toBeCloseTo(1 / 3);
      expect(result.questions.map(({ results }: { results: object[] }) => results[0])).toEqual([
        { ndcg_at_10: 1, first_rank: 1 },
        { ndcg_at_10: 1, first_rank: 1 },
        { ndcg_at_10: 0, first_rank: null },
      ]);
      const { body } = await owner.call('GET', at('/runs'));
      expect(body.runs).toMatchObject([
        { status: 'done', ndcg_at_10: [{ mean: expect.closeTo(2 / 3) }, {}] },
      ]);
    });

    it('take a passage of an older version for its whole document, and forget deleted documents', async () => {
      const id = await put('wren', 'A long preface about hedges. The wren is small and loud.');
      const gone = await put('dodo', 'The dodo is gone.');
      const passage = { document_id: id, start: 30, end: 56 };
      await save('wren small loud', [passage, { document_id: gone }]);
      await put('wren', 'The wren is small and loud, and that is all.');
      await owner.call('DELETE', `/rag/documents/${gone}`);
      const { body } = await owner.call('GET', at('/questions'));
      expect(body.questions[0].answers).toMatchObject([{ document_title: 'wren', outdated: true }]);
      const { result } = await run([{ mode: 'keyword' }]);
      expect(result.settings[0].scores.recall_at_10.mean).toBe(1);
    });

    it('run one at a time, end when they are deleted, and fail when nobody carries them on', async () => {
      const { pool } = tell().database;
      const insert = async (age: string) => {
        const id = randomUUID();
        await pool.query(
          `insert into rag.evaluation_runs
             (id, organisation_id, set_id, status, settings, total, created_by, updated_at)
           values ($1, 'measured', $2, 'running', '[{"mode": "keyword", "rerank": false, "recency_boost": 0}]',
             5, 'evaluator', now() - $3::interval)`,
          [id, setId, age],
        );
        return id;
      };
      await save('heron', [wholeOf('heron')]);
      const live = await insert('1 second');
      const start = () => owner.call('POST', at('/runs'), { settings: [{ mode: 'keyword' }] });
      expect((await start()).body.error.code).toBe('evaluation_running');
      expect((await owner.call('DELETE', at(`/runs/${live}`))).status).toBe(204);
      const lost = await insert('2 minutes');
      expect((await run([{ mode: 'keyword' }])).status).toBe('done');
      expect((await owner.call('GET', at(`/runs/${lost}`))).body).toMatchObject({
        status: 'failed',
        error: { code: 'service_unavailable' },
      });
    });

    it('are not run while no question has a right answer', async () => {
      await save('Which bird?', []);
      const refused = await owner.call('POST', at('/runs'), { settings: [{}] });
      expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_request']);
    });
  });
}
