import type { Answer } from '../../suite/api.ts';
import type { Clause } from '../subject.ts';
import { countStatuses, tell } from './findings.ts';
import type { DoorsWorld, Place } from './world.ts';

/** Adds one after the other until one is refused, and asks for what is shown then. */
async function fill(
  { api }: Place,
  quota: string,
  { limit, add }: { readonly limit: number; readonly add: (number: number) => Promise<Answer> },
) {
  const answers: Answer[] = [];
  for (let number = 0; number <= limit; number += 1) {
    const answer = await add(number);
    answers.push(answer);
    if (answer.status === 409) break;
  }
  const last = answers.at(-1);
  const { body } = await api.request('GET', '/api/quotas');
  const shown = body.quotas.find((one: { quota: string }) => one.quota === quota);
  return {
    call: `${answers.length} that count as ${quota}, at most ${limit}, then GET /api/quotas`,
    answer: `${countStatuses(answers)}: ${last && tell(last)}; shown ${JSON.stringify(shown)}`,
    holds:
      last?.status === 409 &&
      last.body.error.code === 'quota_exceeded' &&
      last.body.error.details.quota === quota &&
      shown?.used === limit &&
      shown?.limit === limit,
  };
}

/** Deliver 6: what an organisation keeps is counted, each kind up to its limit. */
export const keptQuotas: readonly Clause<DoorsWorld>[] = [
  {
    name: '6 documents have a quota, shown with its use',
    async ask(world) {
      const place = await world.createPlace();
      const id = await place.api.createCollection('Documents');
      return fill(place, 'documents', {
        limit: 12,
        add: (number) =>
          place.api.request('POST', `/api/collections/${id}/documents`, {
            json: { documents: [{ external_id: `d${number}`, text: `Text ${number}.` }] },
          }),
      });
    },
  },
  {
    name: '6 conversations have a quota, shown with its use',
    async ask(world) {
      const place = await world.createPlace();
      return fill(place, 'conversations', {
        limit: 2,
        add: (number) =>
          place.api.request('POST', '/api/chat/mcp', {
            json: { message: `What is ${number}?`, mode: 'knowledge' },
          }),
      });
    },
  },
  {
    name: '6 collections have a quota, shown with its use',
    async ask(world) {
      const place = await world.createPlace();
      return fill(place, 'collections', {
        limit: 12,
        add: (number) =>
          place.api.request('POST', '/api/collections', { json: { name: `C${number}` } }),
      });
    },
  },
  {
    name: '6 evaluation sets have a quota, shown with its use',
    async ask(world) {
      const place = await world.createPlace();
      return fill(place, 'evaluation_sets', {
        limit: 2,
        add: (number) =>
          place.api.request('POST', '/api/evaluation-sets', { json: { name: `E${number}` } }),
      });
    },
  },
  {
    name: '6 research runs have a quota, shown with its use',
    async ask(world) {
      const place = await world.createPlace();
      return fill(place, 'research_runs', {
        limit: 2,
        add: (number) =>
          place.api.request('POST', '/api/research', {
            json: { query: `Trials of lumiravir ${number}`, time_budget_ms: 1_000 },
          }),
      });
    },
  },
  {
    name: '6 outside MCP servers have a quota, shown with its use',
    async ask(world) {
      const place = await world.createPlace();
      return fill(place, 'mcp_servers', {
        limit: 4,
        add: (number) =>
          place.api.request('POST', '/api/mcp-servers', {
            json: { name: `m${number}`, url: 'http://127.0.0.1:9/mcp', enabled: false },
          }),
      });
    },
  },
  {
    name: '6 API keys have a quota, shown with its use',
    async ask(world) {
      const place = await world.createPlace();
      return fill(place, 'api_keys', {
        limit: 6,
        add: () =>
          place.api.request('POST', '/api/keys', { json: { name: 'k', scopes: ['search'] } }),
      });
    },
  },
  {
    name: '6 teams have a quota, shown with its use',
    async ask(world) {
      const place = await world.createPlace();
      return fill(place, 'teams', {
        limit: 6,
        add: (number) => place.api.request('POST', '/api/teams', { json: { name: `T${number}` } }),
      });
    },
  },
  {
    name: '6 members and open invitations have a quota, shown with its use',
    async ask(world) {
      const place = await world.createPlace();
      return fill(place, 'members', {
        limit: 40,
        add: (number) =>
          place.api.request('POST', '/api/invitations', {
            json: { email: `p${number}-${place.organisationId}@example.org`, role: 'member' },
          }),
      });
    },
  },
  {
    name: '6 ratings of answers have a quota, shown with its use',
    async ask(world) {
      const place = await world.createPlace();
      const conversation: { id?: string } = {};
      return fill(place, 'feedback', {
        limit: 2,
        async add(number) {
          const { body } = await place.api.request('POST', '/api/chat/mcp', {
            json: {
              message: `What is ${number}?`,
              mode: 'knowledge',
              ...(conversation.id && { conversation_id: conversation.id }),
            },
          });
          conversation.id = body.conversation_id;
          const answer = `/api/conversations/${body.conversation_id}/messages/${body.message_id}`;
          return place.api.request('PUT', `${answer}/feedback`, { json: { rating: 'good' } });
        },
      });
    },
  },
];
