import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  addPrincipal,
  createTestIdentity,
  type ListeningApp,
  listenOnFreePort,
} from '@lectern/testing';
import { type Person, startTestRag, type TestRag } from '../../test/start-test-rag.ts';

describe('the summary of a document', () => {
  let rag: TestRag;
  let llm: ListeningApp;
  let owner: Person;
  let id: string;
  /** Prompts that the model got. */
  const prompts: string[] = [];
  /** Runs while the model writes. */
  let meanwhile: () => Promise<unknown>;
  let reply: { readonly text: string; readonly finish_reason: string };

  beforeAll(async () => {
    llm = await listenOnFreePort(async (request, response) => {
      prompts.push(await text(request));
      await meanwhile();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const done = { ...reply, model: 'scripted' };
      response.write(`event: delta\ndata: ${JSON.stringify({ text: reply.text })}\n\n`);
      response.end(`event: done\ndata: ${JSON.stringify(done)}\n\n`);
    });
    const { signingKey } = await createTestIdentity('rag');
    rag = await startTestRag({ LLM_SERVICE_URL: llm.url, INTERNAL_SIGNING_KEY: signingKey });
    owner = await rag.addPerson('olga', 'acme', 'owner');
    const { body } = await owner.call('POST', '/rag/collections', { name: 'Handbook' });
    const manual = 'The filter of the pump is changed every 90 days.\n\nThe pump stands in room 4.';
    const documents = [{ external_id: 'pump', title: 'Pump manual', text: manual }];
    const added = await owner.call('POST', `/rag/collections/${body.id}/documents`, { documents });
    id = added.body.documents[0].id;
    await rag.settled(owner, id);
  });

  beforeEach(() => {
    prompts.length = 0;
    meanwhile = async () => {};
    reply = {
      text: 'A manual of a pump [1].\n\n- The filter of the pump is changed every 90 days [1]. [7]',
      finish_reason: 'stop',
    };
  });

  afterAll(async () => {
    await rag[Symbol.asyncDispose]();
    await llm[Symbol.asyncDispose]();
  });

  const summarize = (body: object = {}, person = owner) =>
    person.call('POST', `/rag/documents/${id}/summary`, body);

  it('needs a model that writes', async () => {
    reply = { text: 'Nothing was found.', finish_reason: 'abstained' };
    const { status, body } = await summarize();
    expect([status, body.error.code]).toEqual([404, 'model_not_found']);
  });

  it('cites passages, and is written once for a text and a language', async () => {
    const { status, body } = await summarize({ language: 'de' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ model: 'scripted', passages_read: body.passages });
    expect(body.text).not.toContain('[7]');
    expect(body.citations).toEqual([expect.objectContaining({ n: 1, document_id: id })]);
    expect((await summarize({ language: 'de' })).body).toEqual(body);
    expect(prompts).toHaveLength(1);
    expect(prompts[0]).toContain('Pump manual');
    expect(JSON.parse(prompts[0] ?? '')).toMatchObject({
      organisation_id: 'acme',
      user_id: 'olga',
    });
    await summarize({ language: 'ru' });
    expect(prompts).toHaveLength(2);
  });

  it('is written again after a correction of a passage', async () => {
    await summarize();
    const { body } = await owner.call('GET', `/rag/documents/${id}/chunks`);
    const [chunk] = body.chunks;
    const corrected = { text: 'The filter is changed every 30 days.' };
    await owner.call('PATCH', `/rag/documents/${id}/chunks/${chunk.id}`, corrected);
    await summarize();
    expect(prompts).toHaveLength(2);
    expect(prompts[1]).toContain('every 30 days');
  });

  it('keeps a bounded number of summaries of a version', async () => {
    for (const language of ['en', 'fr', 'es', 'it', 'pl', 'nl', 'sv', 'da', 'fi', 'cs']) {
      expect((await summarize({ language })).status).toBe(200);
    }
    const { rows } = await rag.database.pool.query(
      'select count(*)::int as kept from rag.summaries',
    );
    expect(rows).toEqual([{ kept: 8 }]);
  });

  it('does not exist for those who may not read the document', async () => {
    const stranger = await rag.addPerson('eve', 'other', 'owner');
    const { status, body } = await summarize({}, stranger);
    expect([status, body.error.code]).toEqual([404, 'document_not_found']);
    expect(prompts).toEqual([]);
  });

  it('names a wrong field', async () => {
    const { status, body } = await summarize({ language: 'German please' });
    expect([status, body.error.details.field]).toEqual([400, 'language']);
  });

  it('is not given to a person who leaves the team that may read it meanwhile', async () => {
    const reader = await rag.addPerson('rita', 'acme', 'member');
    const member = { userId: 'rita', organisationId: 'acme' };
    await addPrincipal(rag.database, { ...member, teamIds: ['readers'] });
    const { body: document } = await owner.call('GET', `/rag/documents/${id}`);
    const grants = [{ grantee: { type: 'team', id: 'readers' }, permission: 'read' }];
    const path = `/rag/collections/${document.collection_id}/grants`;
    await owner.call('PUT', path, { inherit: true, grants });
    expect((await summarize({ language: 'hu' }, reader)).status).toBe(200);
    meanwhile = () => addPrincipal(rag.database, member);
    const { status, body } = await summarize({ language: 'ro' }, reader);
    expect([status, body.error?.code]).toEqual([404, 'document_not_found']);
  });

  it('is not given of a document that is deleted while it is written', async () => {
    meanwhile = () => owner.call('DELETE', `/rag/documents/${id}`);
    const { status, body } = await summarize({ language: 'pt' });
    expect([status, body.error.code]).toEqual([404, 'document_not_found']);
  });
});
