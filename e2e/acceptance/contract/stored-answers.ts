import type { Api } from '../../suite/api.ts';
import type { AcceptanceCase } from '../define-cases.ts';
import { found } from '../define-cases.ts';
import type { Member } from './people.ts';
import type { ContractWorld } from './world.ts';

const fact = 'The quokkaphone rings eleven times at dawn.';
const question = 'How often does the quokkaphone ring at dawn?';

interface Asked {
  readonly member: Member;
  readonly collectionId: string;
  readonly documentId: string;
  readonly teamId: string;
}

/** Ways on which a reader loses a document that an own answer cites. */
const ways: readonly {
  readonly name: string;
  readonly lose: (api: Api, asked: Asked) => Promise<void>;
}[] = [
  {
    name: 'after its document was deleted',
    async lose(api, { documentId }) {
      await api.request('DELETE', `/api/documents/${documentId}`);
    },
  },
  {
    name: 'after the grant was taken',
    async lose(api, { collectionId }) {
      const json = { inherit: false, grants: [] };
      await api.request('PUT', `/api/collections/${collectionId}/grants`, { json });
    },
  },
  {
    name: 'after its reader left the team that may read',
    async lose(api, { teamId, member }) {
      await api.request('DELETE', `/api/teams/${teamId}/members/${member.userId}`);
    },
  },
];

/** Answers that were kept, when what they cite may no longer be read. */
export const storedAnswers: readonly AcceptanceCase<ContractWorld>[] = ways.map(
  ({ name, lose }) => ({
    name: `a stored answer keeps its text and not the quote, and says why, ${name}`,
    async ask(world) {
      const asked = await addTeamsDocument(world, name);
      const { member } = asked;
      const json = {
        message: question,
        collection_filter: { collection_ids: [asked.collectionId] },
      };
      const { body } = await member.api.request('POST', '/api/chat/mcp', { json });
      const path = `/api/conversations/${body.conversation_id}`;
      const [before] = body.citations;
      await lose(world.api, asked);
      const { messages } = (await member.api.request('GET', `${path}/messages`)).body;
      const answer = messages[1];
      const [after] = answer.citations;
      const exported = await member.api.request('GET', `${path}/export?format=markdown`);
      const told = String(exported.body);
      return found(
        `POST /api/chat/mcp by a member; the right ends; GET ${path.replace(body.conversation_id, '{id}')}/messages, /export?format=markdown`,
        {
          text: answer.text ?? answer.content,
          quote: after?.quote,
          title: after?.title,
          withheld: after?.withheld,
          export: told.split('\n').find((line) => line.includes('not shown')),
        },
        before?.quote.includes('eleven') &&
          JSON.stringify(answer).includes('eleven times') &&
          after?.quote === '' &&
          after.title === '' &&
          after.withheld === 'document_unavailable' &&
          told.includes('The quote is not shown') &&
          !told.includes('“'),
      );
    },
  }),
);

/** A document that a member reads by a team, and by nothing else. */
async function addTeamsDocument(world: ContractWorld, name: string): Promise<Asked> {
  const { api, addTexts, addMember } = world;
  const member = await addMember();
  const { collectionId, ids } = await addTexts({
    name: `Quokkas ${name}`,
    documents: [{ external_id: 'quokka', title: 'Quokkaphone', text: fact }],
  });
  const { body: team } = await api.request('POST', '/api/teams', { json: { name } });
  await api.request('PUT', `/api/teams/${team.id}/members/${member.userId}`);
  const grants = [{ grantee: { type: 'team', id: team.id }, permission: 'read' }];
  const json = { inherit: false, grants };
  await api.request('PUT', `/api/collections/${collectionId}/grants`, { json });
  return { member, collectionId, documentId: ids[0] ?? '', teamId: team.id };
}
