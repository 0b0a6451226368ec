import { describe, expect, it } from '@jest/globals';
import type { Highlight } from '@lectern/contracts';
import { type Found, setUpSearchLibrary } from '../../test/open-search-library.ts';

const { rag, owner, member, open, below, closed, search, titles } = await setUpSearchLibrary();

describe('search', () => {
  it.each([
    ['otters sleeping', 'Otters'],
    ['когда улетает аист', 'Аисты'],
    ['海獭睡觉', '水獭'],
    ['beaver dam', 'Beavers'],
  ])('finds %j in every mode', async (query, title) => {
    for (const mode of ['hybrid', 'keyword', 'dense']) {
      const found = await titles(owner, {
        query,
        mode,
        collection_filter: { collection_ids: [open] },
      });
      expect(found[0]).toBe(title);
    }
  });

  it('finds the passage with the very comparison or letter first, and the others too', async () => {
    const labels = [
      'Store the vials at < 40 °C.',
      'Store the vials at ≥ 40 °C.',
      'The alarm rings where n > 5.',
      'The alarm rings where n < 5.',
      'Eggs of grade A are sold.',
      'Eggs of grade B are sold.',
    ];
    const { body: made } = await owner.call('POST', '/rag/collections', { name: 'Labels' });
    const documents = labels.map((text, at) => ({ external_id: `l${at}`, title: 'Label', text }));
    const { body } = await owner.call('POST', `/rag/collections/${made.id}/documents`, {
      documents,
    });
    for (const { id } of body.documents) await rag.settled(owner, id);
    const queries = ['vials < 40 °C', '≥40 °C', '> 5', 'n < 5', 'A grade', 'grade B'];
    for (const mode of ['hybrid', 'keyword']) {
      for (const [at, query] of queries.entries()) {
        const filter = { collection_ids: [made.id] };
        const { chunks } = await search(owner, { query, mode, collection_filter: filter });
        const texts = chunks.map(({ text }) => text);
        expect({ mode, query, first: texts[0] }).toEqual({ mode, query, first: labels[at] });
        expect(texts).toContain(labels[at % 2 ? at - 1 : at + 1]);
      }
    }
  });

  it('finds a date, a version and a size first, however they are written', async () => {
    const texts = [
      'Minutes of 4 March 2021: the hedge is cut.',
      'Minutes of 3 April 2021: the wall is painted.',
      'Sitzung vom 17.05.2023: Die Kasse wird geprüft.',
      'Sitzung vom 15.07.2023: Das Zelt wird verkauft.',
      'Release 2.1.0 adds the printer.',
      'Release 2.10.0 adds the theme.',
      'Screws M6×40 are in box 12.',
      'Screws M6×60 are in box 13.',
    ];
    const { body: made } = await owner.call('POST', '/rag/collections', { name: 'Dates' });
    const { body } = await owner.call('POST', `/rag/collections/${made.id}/documents`, {
      documents: texts.map((text, at) => ({ external_id: `d${at}`, title: 'Note', text })),
    });
    for (const { id } of body.documents) await rag.settled(owner, id);
    const queries = [
      '2021-03-04',
      '03.04.2021',
      '17. Mai 2023',
      'July 15, 2023',
      'v2.1.0',
      'v2.10.0',
      'M6x40',
      'M6x60',
    ];
    for (const [at, query] of queries.entries()) {
      const filter = { collection_ids: [made.id] };
      const { chunks } = await search(owner, { query, collection_filter: filter });
      expect({ query, first: chunks[0]?.text }).toEqual({ query, first: texts[at] });
    }
  });

  it('never shows what the caller may not read, in any mode', async () => {
    for (const mode of ['hybrid', 'keyword', 'dense']) {
      expect(await titles(owner, { query: 'secret otters vault', mode, limit: 50 })).toContain(
        'Secret otters',
      );
      expect(await titles(member, { query: 'secret otters vault', mode, limit: 50 })).not.toContain(
        'Secret otters',
      );
    }
    const explained = await search(member, { query: 'secret otters vault', explain: true });
    expect(JSON.stringify(explained)).not.toContain('Secret otters');
  });

  it("weighs each collection's passages by its own setting, set there or inherited, unless a search asks otherwise", async () => {
    const set = (id: string, settings: object) =>
      owner.call('PATCH', `/rag/collections/${id}`, { settings });
    await set(open, { retrieval: { dense_weight: 0.9 } });
    await set(closed, { retrieval: { dense_weight: 0.1 } });
    const explain = async (ids: string[], asked: object = {}) => {
      const answer = await search(owner, {
        ...asked,
        query: 'otters lighthouse',
        fusion: 'rrf',
        explain: true,
        limit: 50,
        collection_filter: { collection_ids: ids },
      });
      // biome-ignore lint/suspicious/noExplicitAny: the trace is looked into freely
      return answer as any;
    };
    expect((await explain([below])).trace.fusion.dense_weight).toBe(0.9);
    expect((await explain([open, below])).trace.fusion.dense_weight).toBe(0.9);
    const { trace, chunks } = await explain([open, closed]);
    const secret = chunks.find((chunk: Found) => chunk.document_title === 'Secret otters');
    for (const { id, dense_rank, bm25_rank, scores } of trace.candidates) {
      const weight = id === secret.id ? 0.1 : 0.9;
      const dense = dense_rank === null ? 0 : weight / (60 + dense_rank);
      const keyword = bm25_rank === null ? 0 : (1 - weight) / (60 + bm25_rank);
      expect(scores.fused).toBeCloseTo(dense + keyword, 10);
    }
    expect(trace.fusion.dense_weight).toBeGreaterThan(0.1);
    expect(trace.fusion.dense_weight).toBeLessThan(0.9);
    const asked = await explain([open, closed], { dense_weight: 0.3 });
    expect(asked.trace.fusion.dense_weight).toBe(0.3);
    for (const id of [open, closed]) await set(id, {});
  });

  it('groups passages by document on request', async () => {
    const { body } = await owner.call('POST', '/rag/collections', { name: 'Grouped' });
    const part = (word: string) =>
      Array.from({ length: 60 }, (_, at) => `The ${word} lantern number ${at} glows.`).join(' ');
    const chapters = ['amber', 'blue', 'coral', 'dim', 'early'].map((word) => part(word));
    const added = await owner.call('POST', `/rag/collections/${body.id}/documents`, {
      documents: [
        { external_id: 'long', title: 'Lanterns', text: chapters.join('\n\n') },
        { external_id: 'short', title: 'Lamp', text: 'A lantern is a lamp.' },
      ],
    });
    for (const { id } of added.body.documents) await rag.settled(owner, id);
    const asked = { query: 'lantern glows', collection_filter: { collection_ids: [body.id] } };
    const grouped = await search(owner, { ...asked, limit: 2, group_by: 'document' });
    const shown = grouped.chunks.map(({ document_title }: Found) => document_title);
    expect(shown.toSorted()).toEqual(['Lamp', 'Lanterns', 'Lanterns', 'Lanterns']);
    expect(shown.lastIndexOf('Lanterns') - shown.indexOf('Lanterns')).toBe(2);
    const one = await search(owner, { ...asked, limit: 1, group_by: 'document' });
    expect(new Set(one.chunks.map(({ document_id }: Found) => document_id)).size).toBe(1);
  });

  it("counts recency by the document's own date", async () => {
    const { body } = await owner.call('POST', '/rag/collections', { name: 'Dated' });
    const text = 'The ferry leaves at noon.';
    const added = await owner.call('POST', `/rag/collections/${body.id}/documents`, {
      documents: [
        { external_id: 'old', title: 'Timetable', text, metadata: { date: '1999-01-01' } },
        { external_id: 'none', title: 'Timetable', text },
        { external_id: 'new', title: 'Timetable', text, metadata: { date: '2020-01-01' } },
      ],
    });
    for (const { id } of added.body.documents) await rag.settled(owner, id);
    const { chunks } = await search(owner, {
      query: 'when does the ferry leave',
      recency_boost: 1,
      collection_filter: { collection_ids: [body.id] },
    });
    expect(chunks.map((chunk) => chunk.metadata.external_id)).toEqual(['none', 'new', 'old']);
  });

  it('takes a document for as old as its content, whatever was done with it since', async () => {
    const { body: collection } = await owner.call('POST', '/rag/collections', { name: 'Read' });
    const add = async (externalId: string, text: string) => {
      const documents = [{ external_id: externalId, title: 'Lock', text }];
      const path = `/rag/collections/${collection.id}/documents`;
      const { body } = await owner.call('POST', path, { documents });
      await rag.settled(owner, body.documents[0].id);
      return body.documents[0].id as string;
    };
    const order = async () => {
      const { chunks } = await search(owner, {
        query: 'when does the lock open',
        recency_boost: 1,
        collection_filter: { collection_ids: [collection.id] },
      });
      return chunks.map((chunk) => chunk.metadata.external_id);
    };
    const first = await add('first', 'The lock opens at dawn.');
    await add('second', 'The lock opens at dawn.');
    await owner.call('POST', `/rag/documents/${first}/retry`, {});
    await rag.settled(owner, first);
    expect(await order()).toEqual(['second', 'first']);
    await add('first', 'The lock opens at dawn. ');
    expect(await order()).toEqual(['first', 'second']);
  });

  it('explains every candidate, and why it is not in the answer', async () => {
    const { trace, chunks } = (await search(owner, {
      query: 'lighthouse ships',
      limit: 2,
      explain: true,
      // biome-ignore lint/suspicious/noExplicitAny: the trace is looked into freely
    })) as any;
    expect(chunks).toHaveLength(2);
    const ranked = trace.candidates.filter((candidate: Found) => candidate.final_rank !== null);
    expect(ranked.map((candidate: Found) => candidate.id)).toEqual(
      chunks.map((chunk: Found) => chunk.id),
    );
    expect(trace.candidates).toHaveLength(ranked.length + trace.removed.length);
    expect(trace.stages.map((stage: Found) => stage.stage)).toEqual(
      expect.arrayContaining(['scope', 'analyze', 'embed', 'dense', 'keyword', 'fuse', 'load']),
    );
  });

  it('fuses by reciprocal ranks exactly when asked to', async () => {
    const { trace } = (await search(owner, {
      query: 'otters sleep',
      fusion: 'rrf',
      explain: true,
      // biome-ignore lint/suspicious/noExplicitAny: the trace is looked into freely
    })) as any;
    const { dense_weight: weight, rrf_k: k } = trace.fusion;
    for (const candidate of trace.candidates) {
      const dense = candidate.dense_rank === null ? 0 : weight / (k + candidate.dense_rank);
      const keyword = candidate.bm25_rank === null ? 0 : (1 - weight) / (k + candidate.bm25_rank);
      expect(candidate.scores.fused).toBeCloseTo(dense + keyword, 10);
    }
  });

  it('names the sections of a passage, and that of the match', async () => {
    const collection = await owner.call('POST', '/rag/collections', { name: 'Handbook' });
    const text =
      '# Pumps\n\n## Pressure\n\nThe valve opens early.\n\n## Upkeep\n\nGaskets wear out.';
    const document = { external_id: 'pumps', title: 'Pumps', text, mime_type: 'text/markdown' };
    const path = `/rag/collections/${collection.body.id}/documents`;
    const { body } = await owner.call('POST', path, { documents: [document] });
    await rag.settled(owner, body.documents[0].id);
    const { chunks } = await search(owner, {
      query: 'gaskets wear',
      highlight: true,
      collection_filter: { collection_ids: [collection.body.id] },
    });
    const [found] = chunks as [Found];
    expect(found.metadata.section).toBe('Pumps > Pressure');
    const [{ start, section }] = found.metadata.sections;
    expect(section).toBe('Pumps > Upkeep');
    expect([...found.text].slice(start - found.metadata.start).join('')).toContain('Gaskets');
    expect(found.text.indexOf('Upkeep')).toBeGreaterThan(0);
    expect(found.highlights).toMatchObject([{ section: 'Pumps > Upkeep' }]);
  });

  it('marks what matched and gives the neighbours', async () => {
    const { chunks } = await search(owner, {
      query: 'lighthouse keeper',
      highlight: true,
      surrounding: 1,
      limit: 3,
    });
    const [first] = chunks as [Found];
    const marked = first.highlights.flatMap(({ words }: Highlight) =>
      words.map(({ start, end }) => [...first.text].slice(start, end).join('').toLowerCase()),
    );
    expect(new Set(marked)).toEqual(new Set(['lighthouse', 'keeper']));
    for (const neighbour of first.surrounding) {
      expect(Math.abs(neighbour.position - first.position)).toBe(1);
    }
    expect(first.surrounding.length).toBeGreaterThan(0);
  });

  it('leaves metadata and scores out when they are not wanted', async () => {
    const { chunks } = await search(owner, { query: 'otters', include_metadata: false });
    expect(chunks[0]).not.toHaveProperty('metadata');
  });

  it('accepts a rerank that it cannot give, with a warning', async () => {
    const { warnings } = await search(owner, { query: 'otters', rerank: true });
    expect(warnings).toEqual([expect.objectContaining({ code: 'rerank_unavailable' })]);
  });

  it('gives whole articles, best first, within the budget', async () => {
    const { body } = await owner.call('POST', '/rag/articles', {
      query: 'lighthouse keeper',
      top_k: 2,
    });
    expect(body.metadata).toMatchObject({ top_k_requested: 2, has_results: true });
    expect(body.articles).toHaveLength(2);
    const [first] = body.articles;
    expect(first.title).toBe('Lighthouse log');
    expect(first.content).toContain('On day 0 ');
    expect(first.content).toContain('On day 59 ');
    expect(first.metadata.truncated).toBe(false);
    expect(first.metadata.passages.length).toBeGreaterThan(0);
  });

  it('gives no article where no document has to do with the query', async () => {
    const { body } = await owner.call('POST', '/rag/articles', { query: 'qwertzuiop asdfghjkl' });
    expect(body.articles).toEqual([]);
    expect(body.metadata).toMatchObject({ articles_count: 0, has_results: false });
  });

  it('says nothing of a number of articles that nobody asked for', async () => {
    const { body } = await owner.call('POST', '/rag/articles', { query: 'lighthouse keeper' });
    expect(body.metadata.top_k_requested).toBeNull();
  });
});
