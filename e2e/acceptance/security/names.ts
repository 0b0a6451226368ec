import type { Clause } from '../subject.ts';
import { allAnswered, tell } from './findings.ts';
import type { DoorsWorld } from './world.ts';

const forged = Buffer.from('["\'; drop table","0"]').toString('base64url');

/** Deliver 10: texts, cursors and names. */
export const names: readonly Clause<DoorsWorld>[] = [
  {
    name: '10 NUL bytes are 400',
    async ask(world) {
      const { api } = await world.createPlace();
      const id = await api.createCollection('Nul');
      const bodies: readonly (readonly [string, string, object])[] = [
        ['POST', '/api/collections', { name: 'a\0b' }],
        ['PATCH', `/api/collections/${id}`, { description: 'a\0b' }],
        ['POST', '/api/search', { query: 'a\0b' }],
        ['POST', '/api/ask', { question: 'a\0b' }],
        ['POST', '/api/chat/mcp', { message: 'a\0b' }],
        ['POST', '/api/research', { query: 'a\0b' }],
        ['POST', '/api/keys', { name: 'a\0b', scopes: ['search'] }],
        ['POST', '/api/teams', { name: 'a\0b' }],
        ['POST', '/api/invitations', { email: 'a\0b@example.org' }],
        [
          'POST',
          `/api/collections/${id}/documents`,
          { documents: [{ external_id: 'a\0b', text: 'a\0b' }] },
        ],
        [
          'POST',
          '/api/auth/sign-in/email',
          { email: 'a\0b@example.org', password: 'a\0bcdefghij' },
        ],
      ];
      const answers = [];
      for (const [method, path, json] of bodies) {
        answers.push([
          `${method} ${path.replace(id, '{id}')}`,
          await api.request(method, path, { json }),
        ] as const);
      }
      return allAnswered(answers, 400);
    },
  },
  {
    name: '10 forged cursors are 400',
    async ask(world) {
      const { api } = await world.createPlace();
      const answers = [];
      for (const path of [
        '/api/collections',
        '/api/documents',
        '/api/conversations',
        '/api/research',
        '/api/keys',
        '/api/members',
        '/api/invitations',
        '/api/teams',
        '/api/audit',
        '/api/feedback',
        '/api/evaluation-sets',
        '/api/mcp-servers',
      ]) {
        for (const cursor of ['x', forged, '%00', 'a'.repeat(2_000)]) {
          const answer = await api.request('GET', `${path}?cursor=${cursor}`);
          answers.push([`${path} ${cursor.slice(0, 8)}`, answer] as const);
        }
      }
      return allAnswered(answers, 400);
    },
  },
  {
    name: '10 names are bounded in bytes',
    async ask(world) {
      const { operator, api } = world;
      const name = '🗼'.repeat(2_000);
      const answers = [
        ['organisation', await operator.post('/api/auth/organization/create', { name, slug: 'x' })],
        [
          'OAuth client',
          await operator.post('/api/auth/oauth2/create-client', {
            client_name: name,
            redirect_uris: ['https://a.example.org/'],
          }),
        ],
        ['collection', await api.request('POST', '/api/collections', { json: { name } })],
        ['team', await api.request('POST', '/api/teams', { json: { name } })],
        ['key', await api.request('POST', '/api/keys', { json: { name, scopes: ['search'] } })],
      ] as const;
      return allAnswered(answers, 400);
    },
  },
  {
    name: '10 names hold no sign that a terminal obeys',
    async ask(world) {
      const { api } = await world.createPlace();
      const id = await api.createCollection('a\u009b2J\u0085b');
      const [file] = await api.uploadAccepted(id, [
        { name: 'c\u009b2Jd.txt', bytes: new TextEncoder().encode('A text.') },
      ]);
      const made = await world.operator.post('/api/auth/organization/create', {
        name: 'e\u009b2Jf',
        slug: 'signs',
      });
      const { body } = await api.request('GET', `/api/collections/${id}`);
      const kept = [body.name, file?.file_name, file?.title, made.body.name];
      return {
        call: 'a collection, a file and an organisation with U+009B in their names',
        answer: JSON.stringify(kept),
        holds: kept.every((name) => typeof name === 'string' && !/\p{Cc}/u.test(name)),
      };
    },
  },
  {
    name: '10 a refused set-active changes nothing',
    async ask(world) {
      const [first, second] = [await world.createPlace(), await world.createPlace()];
      const { visitor } = first.owner;
      const refused = await visitor.post('/api/auth/organization/set-active', {
        organizationId: second.organisationId,
      });
      const { body } = await visitor.get('/api/me');
      return {
        call: 'POST organization/set-active with a foreign organisation, then GET /api/me',
        answer: `${tell(refused)}; still ${body.organisation?.id === first.organisationId}`,
        holds: refused.status === 403 && body.organisation?.id === first.organisationId,
      };
    },
  },
];
