import { expect, it } from '@jest/globals';
import type { InstallationLimits, KnowledgeLimits } from '@lectern/contracts';
import { setUpOrganisation } from '../../test/open-organisation.ts';

const { gateway, made, call, callAs, join } = await setUpOrganisation();
const path = '/api/admin/limits';

const knowledge = (organisationId: string): KnowledgeLimits => ({
  organisations: [
    { organisation_id: organisationId, quotas: [{ quota: 'documents', used: 2, limit: 4 }] },
  ],
  slow_searches: [{ organisation_id: 'gone', at: '2026-01-01T00:00:00.000Z', duration_ms: 2_000 }],
  slow_parses: [],
  stuck_sources: [],
  index: { lag_seconds: 7, building: null },
});

it('joins what the services count, for administrators of the installation alone', async () => {
  const id = made.organisationId;
  const answers = {
    rag: knowledge(id),
    llm: {
      organisations: [
        { organisation_id: id, quotas: [{ quota: 'tokens_per_day', used: 1, limit: 9 }] },
        { organisation_id: 'other', quotas: [{ quota: 'tokens_per_day', used: 1, limit: 9 }] },
      ],
    },
  };
  for (const name of ['rag', 'llm'] as const) {
    gateway[name].answer = (_, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answers[name]));
    };
  }
  const { status, body } = await call<InstallationLimits>('GET', path);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    organisations: [
      { organisation_id: id, quotas: [{ quota: 'documents' }, { quota: 'tokens_per_day' }] },
      { organisation_id: 'other' },
    ],
    slow_searches: [{ organisation_id: 'gone', duration_ms: 2_000 }],
    index: { lag_seconds: 7 },
    unavailable: [],
  });
  expect(Object.keys(body.organisation_names)).toEqual([id]);

  const asked = gateway.rag.seen.length;
  const { session } = await join('boss@example.org', 'owner');
  expect((await callAs(session)('GET', path)).status).toBe(403);
  expect(gateway.rag.seen).toHaveLength(asked);

  gateway.llm.answer = (_, response) => void response.writeHead(403).end('{}');
  expect((await call('GET', path)).body).toMatchObject({
    organisations: [{ organisation_id: id, quotas: [{ quota: 'documents' }] }],
    index: { lag_seconds: 7 },
    unavailable: ['llm'],
  });
  gateway.rag.answer = (_, response) => void response.end('{}');
  expect(await call('GET', path)).toMatchObject({
    status: 200,
    body: { organisations: [], index: null, unavailable: ['rag', 'llm'] },
  });
});
