import { eventually } from '@lectern/testing';
import type { AcceptanceCase } from '../define-cases.ts';
import { ask, found, isSame, joined, unhurried } from './ask.ts';
import type { ResearchWorld } from './world.ts';

const own = 'How many days do our documents give lumiravir?';

/** The team's own documents beside the literature. */
export const documents: readonly AcceptanceCase<ResearchWorld>[] = [
  {
    name: 'an own document is quoted, with its place',
    async ask({ api }) {
      const { call, run } = await ask(api, own);
      const quoted = run.citations.find(({ kind }) => kind === 'document');
      const holds =
        /five days/.test(quoted?.quote ?? '') &&
        /^cit_/.test(quoted?.id ?? '') &&
        (quoted?.end ?? 0) > (quoted?.start ?? 0);
      return found(call, quoted ?? run.answer, holds);
    },
  },
  {
    name: 'who may not read the document gets nothing of it',
    async ask({ member, foreign }) {
      const answers = [];
      for (const api of [member, foreign]) answers.push((await ask(api, own)).run);
      const holds = answers.every(
        ({ tables, answer }) => tables.documents.length === 0 && !answer.includes('five days'),
      );
      const texts = answers.map(({ answer }) => answer);
      return found(`${own} asked by a member without rights and by a stranger`, texts, holds);
    },
  },
  {
    name: 'collection_filter bounds what is looked up',
    async ask({ api, collectionId }) {
      const empty = await api.createCollection('Empty');
      const hits = [];
      for (const id of [collectionId, empty]) {
        const more = { ...unhurried, collection_filter: { collection_ids: [id] } };
        hits.push((await ask(api, own, more)).run.tables.documents.length);
      }
      const holds = (hits[0] ?? 0) > 0 && hits[1] === 0;
      return found(`${own} within the collection, and within an empty one`, hits, holds);
    },
  },
  {
    name: 'a collection that there is not, or that is not theirs, is 404',
    async ask({ member, collectionId }) {
      const answers = [];
      for (const id of [collectionId, '99999999-9999-4999-8999-999999999999']) {
        const json = { query: own, collection_filter: { collection_ids: [id] } };
        const { status, body } = await member.request('POST', '/api/research', { json });
        answers.push(`${status} ${body.error?.code}`);
      }
      const holds = isSame(answers, Array(2).fill('404 collection_not_found'));
      return found('POST /api/research with collection_filter', answers, holds);
    },
  },
];

/** Records as documents of the team. */
export const saving: readonly AcceptanceCase<ResearchWorld>[] = [
  {
    name: 'records are saved by one call, cited as documents, and updated when they change',
    async ask({ api, suite }) {
      const { run } = await ask(api, joined);
      const collection_id = await api.createCollection('Literature');
      const path = `/api/research/${run.checkpoint_id}/save`;
      const save = async (fetch_policy: string) => {
        const body = {
          collection_id,
          pmids: ['990000001'],
          nct_ids: ['NCT99000001'],
          fetch_policy,
        };
        return (await api.request('POST', path, { json: body })).body.documents;
      };
      const saved = await save('cache_then_network');
      const id = saved.find(
        (one: { external_id: string }) => one.external_id === 'pubmed:990000001',
      )?.document_id as string;
      await api.waitUntilFinal(id);
      const within = { collection_filter: { collection_ids: [collection_id] } };
      const question = 'What was the median time to recovery from Marlow fever with lumiravir?';
      const { answer } = await api.call('ask', { body: { question, ...within } });
      suite.literature.changeRecord('990000001', '6 days with lumiravir', '5 days with lumiravir');
      await save('network_only');
      const version = await eventually(
        async () => {
          const document = await api.call('getDocument', { params: { id } });
          return document.status === 'ready' && document.version === 2 && document.version;
        },
        { timeoutMs: 60_000 },
      );
      const again = await api.call('ask', { body: { question, ...within } });
      const holds = answer.includes('6 days') && again.answer.includes('5 days');
      return found(`POST ${path}, twice`, { saved, answer, version, again: again.answer }, holds);
    },
  },
  {
    name: 'who may not write into the collection saves nothing there',
    async ask({ member, collectionId }) {
      const { run } = await ask(member, 'Publications on lumiravir');
      const path = `/api/research/${run.checkpoint_id}/save`;
      const json = { collection_id: collectionId };
      const { status, body } = await member.request('POST', path, { json });
      return found(
        `POST ${path} by a member without rights`,
        body,
        status === 404 || status === 403,
      );
    },
  },
];
