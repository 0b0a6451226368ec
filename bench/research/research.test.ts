import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  chatResponseSchema,
  type ResearchCitation,
  type ResearchDetail,
  type ResearchResponse,
  type ResearchTables,
} from '@lectern/contracts';
import { createCitationId } from '@lectern/grounding';
import { noDelays } from '@lectern/recorded-literature';
import { eventually } from '@lectern/testing';
import { openSpanReceiver } from '../../e2e/telemetry/span-receiver.ts';
import { unknownCollection } from './own-documents.ts';
import { openResearchSite, type ResearchSite } from './research-site.ts';

let site: ResearchSite;
beforeAll(async () => {
  site = await openResearchSite({ mcpSettings: { NCBI_API_KEY: 'test' } });
  await site.ask({ query: 'Publications about fever', time_budget_ms: 60_000 });
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
});
beforeEach(() => {
  site.recorded.setFault('ncbi', undefined);
  site.recorded.setFault('clinicaltrials', undefined);
  site.recorded.setDelays(noDelays);
});

const query = 'Trials of lumiravir in Marlow fever and the papers that report them';
const relaxed = { time_budget_ms: 60_000 };
const asked = () =>
  site.recorded.requests.count('ncbi') + site.recorded.requests.count('clinicaltrials');

describe('research', () => {
  it('joins trials with their publications and shows where they disagree', async () => {
    const run = await site.ask({ query, ...relaxed });
    expect(run).toMatchObject({ partial: false, missing: [], abstained: false, removed: [] });
    expect(run.frame.intent).toBe('trials_with_pubs');
    expect(run.trace.node_path.toSorted()).toEqual(run.frame.node_path.toSorted());
    const adults = run.tables.trials.find(({ nct_id }) => nct_id === 'NCT99000001');
    const quotes = new Map(run.citations.map(({ id, quote }) => [id, quote]));
    expect(quotes.get('clinicaltrials:NCT99000003')).toMatch(/Status: withdrawn.*No funding/);
    expect(quotes.get('pubmed:990000001')).not.toMatch(/PMID/);
    expect(adults?.publications).toMatchObject([{ pmid: '990000001', by: 'both', type: 'RESULT' }]);
    expect(run.tables.disagreements.map(({ about }) => about)).toEqual([
      'NCT99000001: participants',
      'lumiravir in marlow fever: effect',
    ]);
    expect(run.answer).toMatch(/NCT99000003.*withdrawn.*No funding/);
    const text = run.citations.map(({ id }) => id);
    expect(text).toEqual(
      expect.arrayContaining(['clinicaltrials:NCT99000001', 'pubmed:990000001']),
    );
  });

  it('reads the publications that the records of studies name and the search does not find', async () => {
    const [known, named] = ['"pmid":"990000001"', '"pmid":"990000006"'];
    site.recorded.changeRecord('NCT99000001', known, named);
    const fresh = { ...relaxed, fetch_policy: 'network_only' as const };
    const run = await site.ask({ query, ...fresh });
    site.recorded.changeRecord('NCT99000001', named, known);
    await site.ask({ query, ...fresh });
    expect(run).toMatchObject({ partial: false, missing: [], removed: [] });
    const linked = run.tables.publications.filter(({ registry_nct_ids }) => registry_nct_ids);
    expect(linked).toMatchObject([{ pmid: '990000006', registry_nct_ids: ['NCT99000001'] }]);
    expect(run.answer).toContain('the records of these studies name and were read: 1.');
    expect(run.trace.tool_calls.filter(({ tool }) => tool === 'pubmed_get')).toHaveLength(2);
  });

  it('finds what either of two names finds, in both services', async () => {
    const run = await site.ask({
      query: 'Trials of zorvastatin or lumiravir in Marlow fever and the papers that report them',
      ...relaxed,
    });
    const alone = await site.ask({
      query: 'Trials of zorvastatin in Marlow fever and the papers that report them',
      ...relaxed,
    });
    expect([alone.tables.trials, alone.tables.publications]).toEqual([[], []]);
    expect(run.tables.trials.map(({ nct_id }) => nct_id)).toContain('NCT99000001');
    expect(run.tables.publications.map(({ pmid }) => pmid)).toContain('990000001');
    const asked = JSON.stringify(run.trace.tool_calls.map((call) => call.arguments));
    expect(asked.match(/zorvastatin\W* OR \W*lumiravir/gi)).toHaveLength(2);
  });

  it('finds the publications of a topic beside the one that is named', async () => {
    const run = await site.ask({ query: `${query}, including PMID 990000003`, ...relaxed });
    const pmids = run.tables.publications.map(({ pmid }) => pmid);
    expect(pmids).toEqual(expect.arrayContaining(['990000003', '990000001', '990000002']));
  });

  it('looks for studies with results alone where they are asked for', async () => {
    const run = await site.ask({ query: 'Trials of lumiravir with results', ...relaxed });
    const flags = run.tables.trials.map(({ has_results }) => has_results);
    expect([flags.length > 0, flags.every(Boolean)]).toEqual([true, true]);
  });

  it('searches on where a changed word has neither letter nor digit', async () => {
    const run = await site.ask({
      query: 'Trials of lumiravir',
      frame_changes: { entities: { terms: ['"'] } },
      ...relaxed,
    });
    expect(run).toMatchObject({ partial: false, missing: [] });
    expect(run.tables.trials.length).toBeGreaterThan(0);
  });

  it('says of a retracted publication that it is', async () => {
    const run = await site.ask({ query: 'What does PMID 990000003 say?', ...relaxed });
    expect(run.answer).toContain('This publication was retracted. [1]');
    expect(run.answer).toContain('asked for by number and were read: 1.');
    expect(run.tables.publications).toMatchObject([{ retracted: true }]);
  });

  it('gives the same answer and tables to the byte from what is stored', async () => {
    await site.ask({ query, ...relaxed });
    const before = asked();
    const again = [1, 2].map(() => site.ask({ query, ...relaxed, fetch_policy: 'cache_only' }));
    const [first, second] = await Promise.all(again);
    expect(asked()).toBe(before);
    expect(JSON.stringify([second?.answer, second?.tables])).toBe(
      JSON.stringify([first?.answer, first?.tables]),
    );
    expect(first?.tables.publications.length).toBeGreaterThan(2);
  });

  it('names what is missing when a service is down, and brings it when the run goes on', async () => {
    site.recorded.setFault('clinicaltrials', 'down');
    const broken = { query: 'Lumiravir trials and publications', ...relaxed };
    const partial = await site.ask({ ...broken, fetch_policy: 'network_only' });
    expect(partial).toMatchObject({ partial: true, missing: [{ node: 'ctgov_search' }] });
    expect(partial.answer).toContain('Missing from this answer: ClinicalTrials.gov');
    expect(partial.tables.publications.length).toBeGreaterThan(0);
    site.recorded.setFault('clinicaltrials', undefined);
    const ncbiBefore = site.recorded.requests.count('ncbi');
    const resumed = await site.call('POST', `/research/${partial.checkpoint_id}/resume`, {});
    expect(await resumed.json()).toMatchObject({
      partial: false,
      missing: [],
      checkpoint_id: partial.checkpoint_id,
      tables: {
        trials: expect.arrayContaining([expect.objectContaining({ nct_id: 'NCT99000001' })]),
      },
    });
    expect(site.recorded.requests.count('ncbi')).toBe(ncbiBefore);
  });

  it('answers in parts under a short budget, from what is stored', async () => {
    await site.ask({ query: 'Publications on lumiravir', ...relaxed });
    site.recorded.setFault('clinicaltrials', 'slow');
    const started = performance.now();
    const run = await site.ask({
      query: 'Publications on lumiravir and its trials, phase 4',
      time_budget_ms: 300,
    });
    expect(performance.now() - started).toBeLessThan(3_000);
    expect(run.missing.map(({ node }) => node)).toContain('ctgov_search');
  });

  it('shows what is stored where the budget leaves no time to ask', async () => {
    await site.ask({ query, ...relaxed });
    const run = await site.ask({ query, time_budget_ms: 100 });
    expect(run.tables.trials.length).toBeGreaterThan(0);
    expect(run.answer).toContain('NCT99000001');
  });

  it('asks for what it needs where a question names nothing', async () => {
    const run = await site.ask({ query: 'Publications?', ...relaxed });
    expect(run).toMatchObject({ abstained: true, partial: false });
    expect(run.answer).toContain('names nothing to search for');
    expect(run.answer).not.toContain('No publication was found');
  });

  it.each(['What do our documents say about remdesivir?', query])(
    'refuses a collection that the caller does not have before it begins: %s',
    async (question) => {
      const refused = await site.call('POST', '/research', {
        query: question,
        collection_filter: { collection_ids: [unknownCollection] },
      });
      expect(refused.status).toBe(404);
      expect(await readJson(Promise.resolve(refused))).toMatchObject({
        error: { code: 'collection_not_found' },
      });
      const { runs } = await readJson(site.call('GET', '/research?limit=1'));
      expect(runs[0]?.query).not.toBe(question);
    },
  );

  it('tells what is missing in the language of the question', async () => {
    site.recorded.setFault('clinicaltrials', 'down');
    const run = await site.ask({
      query: 'Испытания лумиравира при лихорадке Марлоу и публикации',
      ...relaxed,
      fetch_policy: 'network_only',
    });
    expect(run.missing).toMatchObject([{ node: 'ctgov_search', reason: 'service_unavailable' }]);
    expect(run.answer).toContain(
      'В этом ответе недостаёт: ClinicalTrials.gov (Служба сейчас недоступна).',
    );
    expect(run.warnings.map(({ message }) => message).join()).not.toMatch(/[a-z]{3} [a-z]{3}/);
  });

  it.each([
    [{ date_from: '2020', date_to: '2010' }, 'frame.filters.date_to'],
    [{ date_from: '2020-02-31' }, 'frame.filters.date_from'],
  ])('refuses a frame with dates that no record can have: %j', async (filters, field) => {
    const frame = { intent: 'recent_pubs_by_topic', filters };
    const refused = await site.call('POST', '/research', { query, frame });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: { details: { field } } });
  });

  it('refuses a changed date that leaves no day with the one that was read', async () => {
    const refused = await site.call('POST', '/research', {
      query: 'Phase 3 trials of lumiravir since 2020',
      frame_changes: { filters: { date_to: '2019' } },
    });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      error: { code: 'invalid_request', details: { field: 'frame_changes.filters.date_to' } },
    });
  });

  it.each([
    ['ncbi', 'slow', 'pubmed_search', 'deadline_exceeded'],
    ['ncbi', 'refusing', 'pubmed_search', 'rate_limited'],
    ['ncbi', 'failing', 'pubmed_search', 'service_unavailable'],
    ['ncbi', 'cut', 'pubmed_search', 'upstream_failed'],
    ['clinicaltrials', 'slow', 'ctgov_search', 'deadline_exceeded'],
    ['clinicaltrials', 'refusing', 'ctgov_search', 'rate_limited'],
    ['clinicaltrials', 'page', 'ctgov_search', 'upstream_failed'],
  ] as const)(
    'answers from the rest and names what is missing when %s is %s',
    async (service, fault, node, code) => {
      await site.database.pool.query(
        "update mcp.rate_tokens set paused_until = '-infinity', free_at = least(free_at, now())",
      );
      site.recorded.setFault(service, fault);
      const run = await site.ask({ query, fetch_policy: 'network_only', time_budget_ms: 6_000 });
      expect(run).toMatchObject({ partial: true, abstained: false, missing: [{ node }] });
      // Trying again may take the node's whole time.
      expect([code, 'deadline_exceeded']).toContain(run.missing[0]?.reason);
      expect(run.trace.errors).toEqual({ [node]: run.missing[0]?.reason });
      expect(run.answer).toContain('Missing from this answer');
      const rest = service === 'ncbi' ? run.tables.trials : run.tables.publications;
      expect(rest.length).toBeGreaterThan(0);
      expect(listInvented(run)).toEqual([]);
    },
  );

  it('names both services when neither answers, and says nothing of what it did not read', async () => {
    site.recorded.setFault('ncbi', 'down');
    site.recorded.setFault('clinicaltrials', 'down');
    const run = await site.ask({ query, ...relaxed, fetch_policy: 'network_only' });
    expect(run.missing.map(({ node }) => node).toSorted()).toEqual([
      'ctgov_search',
      'pubmed_search',
    ]);
    expect(run).toMatchObject({ partial: true, abstained: false, citations: [] });
    expect(run.answer).not.toMatch(/\d/);
  });

  it('does not repeat counts that a service made up', async () => {
    site.recorded.setFault('ncbi', 'lying');
    site.recorded.setFault('clinicaltrials', 'lying');
    const run = await site.ask({ query, ...relaxed, fetch_policy: 'network_only' });
    expect(run.warnings).toEqual(
      expect.arrayContaining([expect.objectContaining({ code: 'count_mismatch' })]),
    );
    expect(run).toMatchObject({ partial: false, missing: [] });
    expect(run.tables.publications.length).toBeGreaterThan(2);
    expect(run.answer).toContain(
      `Publications of PubMed that match and were read: ${run.tables.publications.length}.`,
    );
    expect(run.answer).not.toContain('4711');
    expect(listInvented(run)).toEqual([]);
  });

  it('says what could not be read where it would say that nothing was found', async () => {
    site.recorded.setFault('ncbi', 'withholding');
    site.recorded.setFault('clinicaltrials', 'withholding');
    const run = await site.ask({ query, ...relaxed, fetch_policy: 'network_only' });
    expect(run).toMatchObject({ partial: true, abstained: false, citations: [] });
    expect(run.missing.map(({ node, reason }) => [node, reason]).toSorted()).toEqual([
      ['ctgov_search', 'upstream_failed'],
      ['pubmed_get', 'upstream_failed'],
    ]);
    expect(run.answer).toContain('could not be read');
    expect(run.answer).not.toMatch(/was found|is no record|987654/);
  });

  it('gives a quote of an own document the id that it has in every answer', async () => {
    const question = 'What do our documents say about the storage of insulin glargine?';
    const run = await site.ask({ query: question });
    const [citation] = run.citations;
    expect(citation).toMatchObject({
      kind: 'document',
      quote: expect.stringContaining('is stored'),
    });
    const { document_id, version, start = 0, end = 0 } = citation as ResearchCitation;
    const passage = { documentId: document_id ?? '', version: version ?? 0 };
    expect(citation?.id).toBe(createCitationId(passage, { start, end }));
    const stored = await readJson(site.call('GET', `/research/${run.checkpoint_id}`));
    expect(stored.result.citations).toEqual(run.citations);
    const body = { message: question, mode: 'research' };
    const turn = chatResponseSchema.parse(await readJson(site.call('POST', '/chat/mcp', body)));
    expect(turn.citations.map(({ id }) => id)).toEqual(run.citations.map(({ id }) => id));
    const path = `/conversations/${turn.conversation_id}/messages`;
    const { messages } = await readJson(site.call('GET', path));
    expect(messages.at(-1).citations).toEqual(turn.citations);
  });

  it('finds English documents for a question in Russian', async () => {
    const run = await site.ask({ query: 'Что говорят наши документы о ремдесивире?' });
    expect(run).toMatchObject({ abstained: false, missing: [] });
    expect(run.answer).toMatch(/remdesivir 200 mg .*\[1\]/);
    expect(run.trace.tool_calls.map(({ arguments: { query } }) => query)).toEqual([
      run.query,
      'remdesivir',
    ]);
  });

  it('searches for every word or says that it does not, and lays changes over what was read', async () => {
    const run = await site.ask({
      query: 'Safe trials of lumiravir in Marlow fever, phase 2, elderly',
      frame_changes: { filters: { phases: ['PHASE3'] }, entities: { terms: [] } },
      ...relaxed,
    });
    expect(run.frame).toMatchObject({
      filters: { phases: ['PHASE3'] },
      entities: { terms: [], interventions: ['lumiravir'] },
    });
    expect(run.warnings).toContainEqual({
      code: 'words_not_searched',
      message: expect.stringContaining('"safe"'),
    });
    expect(run.tables.trials.length).toBeGreaterThan(0);
    for (const { phases } of run.tables.trials) expect(phases).toContain('PHASE3');
  });

  it('takes a frame in place of reading the question', async () => {
    const run = await site.ask({
      query: 'anything',
      frame: { intent: 'indication_phase_trials', entities: { nct_ids: ['NCT99000003'] } },
      ...relaxed,
    });
    expect(run.tables.trials).toMatchObject([{ nct_id: 'NCT99000003', status: 'WITHDRAWN' }]);
    expect(run.answer).toContain('asked for by number and were read: 1.');
    expect(run.answer).not.toContain('that match');
  });

  it('streams nodes, parts and the result', async () => {
    const response = await fetch(`${site.llmUrl}/research`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${site.token}`,
        accept: 'text/event-stream',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ query, ...relaxed }),
    });
    const text = await response.text();
    const events = [...text.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name);
    expect(events.filter((name) => name === 'node').length).toBeGreaterThanOrEqual(12);
    expect(events.at(-1)).toBe('done');
    const [first, last] = [...text.matchAll(/^data: (.*)$/gm)]
      .map(([, data = '']) => JSON.parse(data))
      .filter((_, index, { length }) => index === 0 || index === length - 1);
    expect(first).toMatchObject({ node: 'parse_frame', checkpoint_id: last.checkpoint_id });
    const parts = [...text.matchAll(/^event: partial\n(?:id: .*\n)?data: (.*)$/gm)].map(
      ([, data = '']) => JSON.parse(data).tables as ResearchTables,
    );
    // Whichever branch is the last to bring something, the other one's records stay.
    expect(parts.at(-1)?.trials.length).toBeGreaterThan(0);
    expect(parts.at(-1)?.publications.length).toBeGreaterThan(0);
  });

  it('is read, listed, drawn, exported and deleted by its owner alone', async () => {
    const { checkpoint_id: id } = await site.ask({ query, ...relaxed });
    const list = await readJson(site.call('GET', '/research?limit=1'));
    expect(list.runs).toMatchObject([{ checkpoint_id: id, status: 'done' }]);
    const run = await readJson(site.call('GET', `/research/${id}`));
    expect(run.graph).toMatch(/class \S*pubmed_get taken/);
    expect(run.graph).not.toMatch(/class \S*rag_search taken/);
    const formats = {
      csv: 'pmid',
      bibtex: 'author = {Ørsted, Åse and Müller, Jürgen K and {LUMI Study Group}},',
      ris: 'AU  - Ørsted, Åse\r\nAU  - Müller, Jürgen K\r\nAU  - LUMI Study Group\r\n',
    };
    for (const [format, part] of Object.entries(formats)) {
      const file = await site.call('GET', `/research/${id}/export?format=${format}`);
      expect(await file.text()).toContain(part);
    }
    for (const who of ['stranger', 'colleague'] as const) {
      const paths = [
        ['GET', `/research/${id}`],
        ['GET', `/research/graph?checkpoint_id=${id}`],
        ['GET', `/research/${id}/export?format=ris`],
        ['POST', `/research/${id}/resume`],
        ['DELETE', `/research/${id}`],
      ] as const;
      for (const [method, path] of paths) {
        expect((await site.foreignCall(method, path, who)).status).toBe(404);
      }
      const others = await readJson(site.foreignCall('GET', '/research', who));
      expect(others).toEqual({ runs: [], next_cursor: null });
    }
    expect((await site.call('DELETE', `/research/${id}`)).status).toBe(204);
    expect((await site.call('GET', `/research/${id}`)).status).toBe(404);
  });

  it('is read without the words of documents that are gone, and says why', async () => {
    const asked = await site.ask({
      query: 'What does our protocol say about remdesivir?',
      ...relaxed,
    });
    const own = asked.citations.find(({ kind }) => kind === 'document');
    expect(own?.quote).toContain('remdesivir');
    site.own.withdrawn.add(own?.document_id ?? '');
    const path = `/research/${asked.checkpoint_id}`;
    const { result } = (await (await site.call('GET', path)).json()) as ResearchDetail;
    const gone = { withheld: 'document_unavailable' };
    expect(asked.answer).toContain('remdesivir 200 mg');
    expect(result?.answer).not.toContain('remdesivir 200 mg');
    expect(result?.answer).toContain('its document was deleted');
    expect(result?.citations.find(({ kind }) => kind === 'document')).toMatchObject({
      ...gone,
      quote: '',
    });
    expect(result?.tables.documents[0]).toMatchObject({ ...gone, text: '' });
    const exported = await (await site.call('GET', `${path}/export?format=markdown`)).text();
    const [, sources] = exported.split('## Sources');
    expect(sources).toContain('its document was deleted');
    expect(sources).not.toContain('100 mg');
    site.own.withdrawn.clear();
  });

  it('is told in a conversation by the same rule, in every form, and whole again with the right', async () => {
    const message = 'What does our protocol say about remdesivir?';
    const asked = { message, message_id: randomUUID(), mode: 'research' };
    const asks = await site.call('POST', '/chat/mcp', asked);
    const turn = chatResponseSchema.parse(await asks.json());
    expect(turn.answer).toContain('“Remdesivir protocol”: “Our protocol gives remdesivir 200 mg');
    const read = async (path: string) => (await site.call('GET', path)).text();
    const { conversation_id: id, message_id } = turn;
    const again = { ...asked, conversation_id: id };
    const readAll = async () => ({
      repeated: await (await site.call('POST', '/chat/mcp', again)).text(),
      streamed: await (await site.stream(again)).text(),
      messages: await read(`/conversations/${id}/messages`),
      json: await read(`/conversations/${id}/export?format=json`),
      markdown: await read(`/conversations/${id}/export?format=markdown`),
      bibtex: await read(`/conversations/${id}/export?format=bibtex`),
      run: await read(`/research/${message_id}`),
      csv: await read(`/research/${message_id}/export?format=csv&table=documents`),
      runMarkdown: await read(`/research/${message_id}/export?format=markdown`),
      runBibtex: await read(`/research/${message_id}/export?format=bibtex`),
      runRis: await read(`/research/${message_id}/export?format=ris`),
      feedback: await read('/feedback'),
    });
    const rated = await site.call('PUT', `/conversations/${id}/messages/${message_id}/feedback`, {
      rating: 'good',
    });
    expect(rated.status).toBe(200);
    const before = await readAll();
    for (const [form, text] of Object.entries(before)) {
      expect([form, text]).toEqual([form, expect.stringContaining('Remdesivir protocol')]);
    }
    for (const { document_id } of turn.citations) site.own.withdrawn.add(document_id);
    const during = await readAll();
    site.own.withdrawn.clear();
    for (const [form, text] of Object.entries(during)) {
      expect([form, text.match(/Remdesivir protocol|200 mg/)?.[0]]).toEqual([form, undefined]);
    }
    const { csv: _csv, runRis: _ris, ...telling } = during;
    for (const [form, text] of Object.entries(telling)) {
      expect([form, text]).toEqual([form, expect.stringContaining('its document was deleted')]);
    }
    expect(await readAll()).toEqual(before);
  });

  it('gives a conversation the bibliography of all that its runs found', async () => {
    const first = chatResponseSchema.parse(
      await (await site.call('POST', '/chat/mcp', { message: query, mode: 'research' })).json(),
    );
    const conversation_id = first.conversation_id;
    const message = 'What does PMID 990000003 say?';
    await site.call('POST', '/chat/mcp', { message, conversation_id });
    const exported = await site.call(
      'GET',
      `/conversations/${conversation_id}/export?format=bibtex`,
    );
    const keys = [...(await exported.text()).matchAll(/^@\w+\{(.+),$/gm)].map(([, key]) => key);
    expect(keys).toEqual(expect.arrayContaining(['pmid990000001', 'pmid990000003', 'NCT99000001']));
    expect(new Set(keys).size).toBe(keys.length);
    const own = await (
      await site.call('GET', `/research/${first.message_id}/export?format=bibtex`)
    ).text();
    expect(own).toContain('@article{pmid990000001,');
  });

  it('names what was not looked up to those alone who may read where it stands', async () => {
    const asked = await site.ask({ query: 'What does our memo say about zorvastin?', ...relaxed });
    expect(asked.answer).toContain('not looked up:\n- NCT55501234, ISRCTN12345678 [1]');
    for (const { document_id } of asked.tables.documents) site.own.withdrawn.add(document_id);
    const detail = await site.call('GET', `/research/${asked.checkpoint_id}`);
    const { result } = (await detail.json()) as ResearchDetail;
    expect(result?.answer).not.toMatch(/NCT55501234|ISRCTN/);
    site.own.withdrawn.clear();
  });

  it('goes on without the words of documents that are gone meanwhile', async () => {
    site.recorded.setFault('ncbi', 'down');
    const partial = await site.ask({
      query: 'What do our documents and published studies say about remdesivir?',
      ...relaxed,
      fetch_policy: 'network_only',
    });
    expect(partial.missing).toMatchObject([{ node: 'pubmed_search' }]);
    expect(partial.answer).toContain('remdesivir 200 mg');
    for (const { document_id } of partial.tables.documents) site.own.withdrawn.add(document_id);
    site.recorded.setFault('ncbi', undefined);
    const resumed = await site.call('POST', `/research/${partial.checkpoint_id}/resume`, {});
    expect(await resumed.text()).not.toContain('remdesivir 200 mg');
    site.own.withdrawn.clear();
  });

  it('streams a conversation its answer as text', async () => {
    const response = await site.stream({
      message: 'What does PMID 990000003 say?',
      mode: 'research',
    });
    const parts = [...(await response.text()).matchAll(/^data: (\{.*)$/gm)].map(([, data = '']) =>
      JSON.parse(data),
    );
    const told = parts.filter(({ type }) => type === 'text-delta').map(({ delta }) => delta);
    expect(told.join('')).toContain('This publication was retracted.');
  });

  it('answers in a conversation, is read by its message, and goes with it', async () => {
    const asks = await site.call('POST', '/chat/mcp', { message: query, mode: 'research' });
    const turn = chatResponseSchema.parse(await asks.json());
    expect(turn.answer).toContain('(https://clinicaltrials.gov/study/NCT99000001)');
    expect(turn.answer).toContain('## Trials');
    expect(turn.answer).toMatch(/\| 990000001 \|/);
    expect(turn.tool_calls).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          server: 'literature',
          tool: 'clinicaltrials_search',
          status: 'ok',
          arguments: expect.objectContaining({ fetch_policy: 'cache_then_network' }),
        }),
      ]),
    );
    const traced = await readJson(site.call('GET', `/research/${turn.message_id}`));
    expect(turn.tool_calls.map(({ tool }) => tool).toSorted()).toEqual(
      traced.result.trace.tool_calls.map(({ tool }: { tool: string }) => tool).toSorted(),
    );
    const run = await site.call('GET', `/research/${turn.message_id}`);
    expect(await run.json()).toMatchObject({ query, result: { abstained: false } });
    const again = await site.call(
      'POST',
      `/conversations/${turn.conversation_id}/messages/${turn.message_id}/regenerate`,
      {},
    );
    expect(chatResponseSchema.parse(await again.json()).answer).toContain('NCT99000001');
    await site.call('DELETE', `/conversations/${turn.conversation_id}`);
    expect((await site.call('GET', `/research/${turn.message_id}`)).status).toBe(404);
    await eventually(async () => {
      const { rows } = await site.database.pool.query(
        'select count(*)::int as count from llm.checkpoints where thread_id = $1',
        [`research:${turn.message_id}`],
      );
      return rows[0].count === 0;
    });
  });

  it('refuses a message that is too long for it, before a conversation begins', async () => {
    const refused = await site.call('POST', '/chat/mcp', {
      message: 'fever '.repeat(400),
      mode: 'research',
    });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      error: { code: 'invalid_request', details: { field: 'message' } },
    });
    const { rows } = await site.database.pool.query(
      "select count(*)::int as count from llm.conversations where title like 'fever fever%'",
    );
    expect(rows[0].count).toBe(0);
  });

  it('sends a span of each node with its rows, its time and where they came from', async () => {
    await using receiver = await openSpanReceiver();
    const child = await startLlm({
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_BSP_SCHEDULE_DELAY: '100',
    });
    const headers = { authorization: `Bearer ${site.token}`, 'content-type': 'application/json' };
    const ask = async (fetch_policy: string) => {
      const body = JSON.stringify({ query, ...relaxed, fetch_policy });
      return readJson(fetch(`${child.url}/research`, { method: 'POST', headers, body }));
    };
    const runs = [await ask('network_only'), await ask('cache_only')];
    await eventually(
      () => receiver.spans.filter(({ name }) => name === 'research synthesizer').length === 2,
      { timeoutMs: 20_000 },
    );
    child.process.kill('SIGTERM');
    await once(child.process, 'exit');
    for (const [index, run] of runs.entries()) {
      const whole = receiver.spans.find(
        ({ attributes }) => attributes['lectern.run'] === run.checkpoint_id,
      );
      const spans = receiver.spans.filter(({ traceId }) => traceId === whole?.traceId);
      const attributesOf = (node: string) =>
        spans.find(({ name }) => name === `research ${node}`)?.attributes;
      const isStored = index === 1;
      const rows = {
        ctgov_search: run.tables.trials.length,
        pubmed_get: run.tables.publications.length,
      };
      for (const [node, count] of Object.entries(rows)) {
        expect(attributesOf(node)).toMatchObject({ cache_hit: isStored, rows: count });
      }
      for (const node of run.trace.node_path) {
        expect(attributesOf(node)).toMatchObject({
          cache_hit: expect.any(Boolean),
          rows: expect.any(Number),
          latency_ms: expect.any(Number),
        });
      }
      expect(run.trace.node_path).toHaveLength(6);
    }
  });

  it('is interrupted when its caller leaves, and can be resumed', async () => {
    site.recorded.setFault('clinicaltrials', 'slow');
    const caller = new AbortController();
    const response = await fetch(`${site.llmUrl}/research`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${site.token}`,
        accept: 'text/event-stream',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ query, ...relaxed, fetch_policy: 'network_only' }),
      signal: caller.signal,
    });
    let text = '';
    const reading = (async () => {
      for await (const part of response.body ?? []) text += Buffer.from(part).toString();
    })().catch(() => undefined);
    const id = await eventually(() => /"checkpoint_id":"([^"]+)","node":"ctgov/.exec(text)?.[1]);
    caller.abort();
    await reading;
    await eventually(async () => {
      const { status } = await readJson(site.call('GET', `/research/${id}`));
      return status === 'interrupted';
    });
    site.recorded.setFault('clinicaltrials', undefined);
    const resumed = await readJson(site.call('POST', `/research/${id}/resume`, {}));
    expect(resumed).toMatchObject({ partial: false, missing: [] });
  });

  it('goes on after its process was killed, without looking up again what it had', async () => {
    site.recorded.setFault('clinicaltrials', 'slow');
    const child = await startLlm();
    const answer = fetch(`${child.url}/research`, {
      method: 'POST',
      headers: { authorization: `Bearer ${site.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        query: `${query}, phase 3`,
        time_budget_ms: 60_000,
        fetch_policy: 'network_only',
      }),
    }).catch(() => undefined);
    const id = await eventually(async () => {
      const { rows } = await site.database.pool.query(
        `select r.id from llm.research_runs r where r.status = 'running' and exists (
           select from llm.checkpoint_writes w
           where w.thread_id = 'research:' || r.id and w.channel = 'pubmed_results'
             and w.checkpoint_ns = '')`,
      );
      return rows[0]?.id as string | undefined;
    });
    child.process.kill('SIGKILL');
    await Promise.all([once(child.process, 'exit'), answer]);
    const early = await site.call('POST', `/research/${id}/resume`, {});
    expect(early.status).toBe(409);
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0);
    const exportUnfinished = async () => {
      const refused = await site.call('GET', `/research/${id}/export?format=ris`);
      return [refused.status, (await readJson(Promise.resolve(refused))).error.code];
    };
    expect(await exportUnfinished()).toEqual([409, 'turn_running']);
    await site.database.pool.query(
      "update llm.research_runs set beat_at = now() - interval '1 hour'",
    );
    const interrupted = await readJson(site.call('GET', `/research/${id}`));
    expect(interrupted).toMatchObject({ status: 'interrupted', result: null, error: null });
    const { mermaid } = await readJson(site.call('GET', `/research/graph?checkpoint_id=${id}`));
    expect(interrupted.graph).toBe(mermaid);
    const marks = [...mermaid.matchAll(/^\tclass \S*?(\w+?) (\w+);$/gm)].map(
      ([, node, mark]) => `${node.replace('publications_', '')} ${mark}`,
    );
    expect(marks.toSorted()).toEqual([
      'ctgov_search interrupted',
      'parse_frame taken',
      'pubmed_get taken',
      'pubmed_search taken',
      'router taken',
    ]);
    expect(await exportUnfinished()).toEqual([409, 'research_unfinished']);
    site.recorded.setFault('clinicaltrials', undefined);
    const before = site.recorded.requests.count('ncbi');
    const resumed = await readJson(site.call('POST', `/research/${id}/resume`, {}));
    expect(resumed).toMatchObject({ partial: false, missing: [] });
    expect(resumed.tables.publications.length).toBeGreaterThan(0);
    expect(resumed.tables.trials.length).toBeGreaterThan(0);
    expect(site.recorded.requests.count('ncbi')).toBe(before);
  });
});

/** Identifiers in an answer that no fetched record holds. */
function listInvented({ answer, tables }: ResearchResponse): string[] {
  const known = JSON.stringify(tables);
  return (answer.match(/\bNCT\d{8}\b|\b\d{7,9}\b/g) ?? []).filter((id) => !known.includes(id));
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
async function readJson(response: Promise<Response>): Promise<any> {
  return (await response).json();
}

async function startLlm(
  settings: Readonly<Record<string, string>> = {},
): Promise<{ readonly url: string; readonly process: ChildProcess }> {
  const entry = fileURLToPath(new URL('../../services/llm/src/main.ts', import.meta.url));
  const child = spawn(process.execPath, [entry], {
    env: { ...process.env, ...site.llmEnvironment, ...settings, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (data: Buffer) => {
    text += data;
  });
  try {
    const url = await eventually(() => /"url":"([^"]+)"/.exec(text)?.[1], { timeoutMs: 60_000 });
    return { url, process: child };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}
