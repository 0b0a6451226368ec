import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Person, startTestRag, type TestRag } from '../../test/start-test-rag.ts';
import { describeEvaluations } from '../evaluation/evaluation.suite.ts';

describe('a search with operators', () => {
  let rag: TestRag;
  let mechanic: Person;

  beforeAll(async () => {
    rag = await startTestRag();
    mechanic = await rag.addPerson('mia', 'workshop', 'owner');
    const make = async (name: string, parent_id?: string) =>
      (await mechanic.call('POST', '/rag/collections', { name, ...(parent_id && { parent_id }) }))
        .body.id as string;
    const manuals = await make('Manuals');
    const copies = await make('Copies', manuals);
    const notes = await make('Shop notes');
    const put = async (collection: string, documents: object[]) => {
      const { body } = await mechanic.call('POST', `/rag/collections/${collection}/documents`, {
        documents,
      });
      for (const { id } of body.documents) await rag.settled(mechanic, id);
    };
    const manual = (code: string, extra: string) => ({
      external_id: code,
      title: `Fault ${code}`,
      text: `${extra} The pump stops with ${code} when the pressure valve sticks; clean the valve and start it again.`,
    });
    await put(manuals, [
      manual('ERR-4711', ''),
      manual('ERR-4712', 'ERR ERR ERR.'),
      manual('ERR-4713', 'ERR ERR ERR.'),
    ]);
    await put(copies, [{ ...manual('ERR-4711', ''), external_id: 'copy' }]);
    await put(notes, [
      {
        external_id: 'a',
        title: 'Old note',
        text: 'The valve of the pressure pump was sticky.',
        metadata: { date: '2021-03-04', author: 'Joann Müller' },
      },
      {
        external_id: 'b',
        title: 'New note',
        text: 'A new pressure valve came for the pump.',
        metadata: { date: '2024-06-01', authors: ['Lee, Ann', 'C+ Bo'] },
      },
    ]);
    const form = new FormData();
    form.append('files', new Blob(['Pump list: pressure valve, filter, hose.']), 'parts.txt');
    const { body } = await mechanic.call('POST', `/rag/collections/${notes}/documents`, form);
    for (const { id } of body.documents) await rag.settled(mechanic, id);
    const page = new FormData();
    const html = '<!doctype html><html><body><p>Flange list of a pressure valve.</p></body></html>';
    page.append('files', new Blob([html]), 'flanges');
    const added = await mechanic.call('POST', `/rag/collections/${manuals}/documents`, page);
    await rag.settled(mechanic, added.body.documents[0].id);
  });

  afterAll(() => rag[Symbol.asyncDispose]());

  const search = async (body: object) => {
    const answer = await mechanic.call('POST', '/rag/search', body);
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const titles = async (body: object): Promise<string[]> =>
    (await search(body)).chunks.map((chunk: { document_title: string }) => chunk.document_title);

  it('puts the passage with the exact identifier before lookalikes, and folds its copy', async () => {
    const { chunks } = await search({ query: 'pump ERR-4712' });
    expect(chunks[0]?.document_title).toBe('Fault ERR-4712');
    const [first] = (await search({ query: 'pump ERR-4711' })).chunks;
    expect(first?.document_title).toBe('Fault ERR-4711');
    expect(first?.duplicates).toEqual([
      expect.objectContaining({ document_title: 'Fault ERR-4711', page: null }),
    ]);
    const [only] = (await search({ query: 'pump ERR-4711', limit: 1 })).chunks;
    expect(only?.duplicates).toEqual(first?.duplicates);
    const shown = await titles({ query: 'pump ERR-4711', limit: 50 });
    expect(shown.filter((title) => title === 'Fault ERR-4711')).toHaveLength(1);
    expect(shown).toContain('Fault ERR-4713');
  });

  it('keeps passages that differ in a number alone apart', async () => {
    const shown = await titles({ query: 'pump stops, valve sticks', limit: 50 });
    expect(shown).toEqual(expect.arrayContaining(['Fault ERR-4712', 'Fault ERR-4713']));
  });

  it.each([
    ['"pressure pump"', ['Old note']],
    ['pump "pressure valve" in:"shop notes"', ['New note', 'parts']],
    ['pressure valve -ERR -list', ['New note', 'Old note']],
    ['pump -"pressure valve"', ['Old note']],
    ['pump type:txt', ['parts']],
    ['pump type:pdf,txt', ['parts']],
    ['flange type:html', ['flanges']],
    ['pump valve -type:txt in:"Shop notes"', ['New note', 'Old note']],
    ['pump valve -in:Manuals', ['New note', 'Old note', 'parts']],
    ['which pump is sticky in:"Shop notes" before:2022?', ['Old note']],
    ['pump after:2024 before:2024-07', ['New note']],
    ['pump before:2022', ['Old note']],
    ['pump author:ann', ['New note']],
    ['pump author:MÜL', ['Old note']],
    ['pump author:"c+ bo"', ['New note']],
    ['pump -author:ann in:"Shop notes"', ['Old note', 'parts']],
    ['pump in:copies', ['Fault ERR-4711']],
  ])('gives what %s asks for', async (query, expected) => {
    expect((await titles({ query })).toSorted()).toEqual(expected);
  });

  it.each([
    ['"valve pump hose"', 'phrase_not_found'],
    ['pump in:Nowhere', 'no_such_collection'],
    ['pump -in:Nowhere', 'no_such_collection'],
    ['pump in:Manuals,Nowhere', 'no_such_collection'],
    ['pump -in:Nowhere,Manuals', 'no_such_collection'],
  ])('says of %s why it is not as asked', async (query, code) => {
    const { warnings } = await search({ query });
    expect(warnings.map((warning: { code: string }) => warning.code)).toEqual([code]);
  });

  it('searches for the near word in place of one that no passage has, and says so', async () => {
    const { chunks, warnings, trace } = await search({
      query: 'stikcy vavle',
      mode: 'keyword',
      explain: true,
    });
    expect(chunks[0]?.document_title).toBe('Old note');
    expect(trace.corrections).toEqual([
      { word: 'stikcy', instead: 'sticky' },
      { word: 'vavle', instead: 'valve' },
    ]);
    expect(warnings).toContainEqual({
      code: 'spelling_corrected',
      message: 'No passage here has the word "vavle"; "valve" was searched for instead.',
      details: { word: 'vavle', instead: 'valve' },
    });
  });

  it.each(['valve', 'valves', '"vavle"', 'ERR-4719', 'qqqqqq'])(
    'takes %s as it stands',
    async (query) => {
      const { trace, warnings } = await search({ query, explain: true });
      expect(trace.corrections).toEqual([]);
      expect(warnings.map(({ code }: { code: string }) => code)).not.toContain(
        'spelling_corrected',
      );
    },
  );

  it('tells no word of documents that may not be read', async () => {
    const apprentice = await rag.addPerson('ada', 'workshop', 'member');
    const { body: readable } = await mechanic.call('POST', '/rag/collections', { name: 'Open' });
    const text = 'Насос требует осмотра.';
    const { body } = await mechanic.call('POST', `/rag/collections/${readable.id}/documents`, {
      documents: [{ external_id: 'ru', title: 'Осмотр', text }],
    });
    await rag.settled(mechanic, body.documents[0].id);
    const grants = [{ grantee: { type: 'user', id: 'ada' }, permission: 'read' }];
    await mechanic.call('PUT', `/rag/collections/${readable.id}/grants`, {
      inherit: false,
      grants,
    });
    const corrected = async (query: string) => {
      const found = await apprentice.call('POST', '/rag/search', { query, explain: true });
      return found.body.trace.corrections;
    };
    expect(await corrected('stikcy')).toEqual([]);
    expect(await corrected('нассос')).toEqual([{ word: 'нассос', instead: 'насос' }]);
  });

  it('wants something to search for', async () => {
    const answer = await mechanic.call('POST', '/rag/search', { query: '-valve type:pdf' });
    expect(answer.status).toBe(400);
    expect(answer.body.error.details.field).toBe('query');
  });

  it('takes questions for articles as they stand', async () => {
    const { body } = await mechanic.call('POST', '/rag/articles', { query: 'pump in:Nowhere' });
    expect(body.metadata.has_results).toBe(true);
  });

  describeEvaluations(() => rag);
});

describe('identifiers', () => {
  let rag: TestRag;
  let clerk: Person;

  beforeAll(async () => {
    rag = await startTestRag();
    clerk = await rag.addPerson('clara', 'office', 'owner');
    const { body } = await clerk.call('POST', '/rag/collections', { name: 'Rules' });
    const texts = {
      'Statute A': '§ 12 says that members pay by the end of March.',
      'Fees 12': 'Of fees: what fees say, within 12 days, fees.',
      'Statute C': '§ 2 says that members pay by the end of May.',
      'Fees 2': '2 fees: what the 2 fees say of fees.',
      'Hoist A': 'The hoist showed the fault ERR-47.',
      'Crane B': 'Crane fault, fault of the crane: ERR-47-11 of the crane.',
      'Hoist C': 'The hoist is sold as AB-1200.',
      'Crane D': 'Crane price: the price of the crane AB-1200/7.',
      'Crane E': 'Nothing but cranes and their price.',
      'Statute F': '§§ 22, 23 say that members pay by the end of June.',
      'Fees 23': 'Of fees: what fees say, within 23 days, fees.',
      'Hoist F': 'The hoist showed ERR-57/ERR-58.',
      'Crane F': 'Crane fault, fault of the crane: ERR-58-11 of the crane.',
      'Hoist G': 'The hoist showed the fault ERR\u201167.',
      'Crane G': 'Crane fault, fault of the crane: ERR-67-11 of the crane.',
      'Hoist H': 'The hoist showed the fault ERR\u201377.',
      'Crane H': 'Crane fault, fault of the crane: ERR-77-11 of the crane.',
      'Oil low': 'LUB-47 means low oil in the tank of the press.',
      'Oil high': 'LUB-48 means high oil in the tank of the press.',
      'Oil both': 'Of LUB-47 and LUB-48 the first one stops the press.',
      'Oil sensor': 'LUB-47-11 means a broken sensor, LUB-48-11 means a broken wire.',
      'Oil wire': 'LUB-48-12 is what the wire means.',
      'Oil none': 'What do codes of oil mean? What they mean, they mean of oil.',
    };
    const documents = Object.entries(texts).map(([title, text]) => ({
      external_id: title,
      title,
      text,
    }));
    const path = `/rag/collections/${body.id}/documents`;
    const added = await clerk.call('POST', path, { documents });
    for (const { id } of added.body.documents) await rag.settled(clerk, id);
  });

  afterAll(() => rag[Symbol.asyncDispose]());

  it.each([
    ['what does § 12 say of fees', 'Statute A'],
    ['fees of §12', 'Statute A'],
    ['what does § 2 say of fees', 'Statute C'],
    ['fault ERR-47 of the crane', 'Hoist A'],
    ['crane AB-1200 price', 'Hoist C'],
    ['fault ERR 47-11', 'Crane B'],
    ['what does § 23 say of fees', 'Statute F'],
    ['fault ERR-58 of the crane', 'Hoist F'],
    ['fault ERR-67 of the crane', 'Hoist G'],
    ['fault ERR\u201167 of the crane', 'Hoist G'],
    ['fault ERR-77 of the crane', 'Hoist H'],
    ['fault ERR\u201377 of the crane', 'Hoist H'],
  ])('of %s stand by themselves in the first passage', async (query, title) => {
    const { body } = await clerk.call('POST', '/rag/search', { query });
    expect(body.chunks[0].document_title).toBe(title);
  });

  it('come where a longer one holds them before passages without them', async () => {
    const { body } = await clerk.call('POST', '/rag/search', { query: 'crane AB-1200 price' });
    const titles = body.chunks.map((chunk: { document_title: string }) => chunk.document_title);
    expect(titles.slice(0, 2)).toEqual(['Hoist C', 'Crane D']);
  });

  const titlesOf = async (body: object): Promise<string[]> =>
    (await clerk.call('POST', '/rag/search', body)).body.chunks.map(
      (chunk: { document_title: string }) => chunk.document_title,
    );

  it.each(['hybrid', 'keyword', 'dense'])(
    'count one by one where the query has several: most by themselves, then most in longer ones, by %s',
    async (mode) => {
      const [first, ...next] = await titlesOf({ query: 'What do LUB-47 and LUB-48 mean?', mode });
      expect(first).toBe('Oil both');
      expect(next.slice(0, 2).toSorted()).toEqual(['Oil high', 'Oil low']);
      expect(next.slice(2, 4)).toEqual(['Oil sensor', 'Oil wire']);
    },
  );

  it('count where a question excludes one: both before lookalikes of either', async () => {
    const titles = await titlesOf({ query: 'What does LUB-47 mean, not LUB-48?' });
    expect(titles.slice(0, 3).toSorted()).toEqual(['Oil both', 'Oil high', 'Oil low']);
  });

  it.each([
    ['members pay by the end of June', 'Statute F'],
    ['Members pay: by the END of May', 'Statute C'],
    ['sold as AB 1200', 'Hoist C'],
  ])(
    'of a passage in which "%s" stands word for word are not needed: it comes first',
    async (query, title) => {
      for (const mode of ['hybrid', 'dense'])
        expect((await titlesOf({ query, mode }))[0]).toBe(title);
    },
  );

  it('count in articles as in a search', async () => {
    const query = 'What do LUB-47 and LUB-48 mean?';
    const { body } = await clerk.call('POST', '/rag/articles', { query, top_k: 3 });
    const titles = body.articles.map(({ title }: { title: string }) => title);
    expect(titles.toSorted()).toEqual(['Oil both', 'Oil high', 'Oil low']);
  });
});
