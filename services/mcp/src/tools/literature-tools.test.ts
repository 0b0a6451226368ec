import { describe, expect, it } from '@jest/globals';
import { setUpLiterature } from '../../test/set-up-literature.ts';
import { callTool } from '../../test/start-literature.ts';

const { site, mcp } = await setUpLiterature();

const asked = () =>
  site.recorded.requests.count('ncbi') + site.recorded.requests.count('clinicaltrials');

describe('literature tools', () => {
  it('find publications by words and dates, and tell NCBI who asks without an address holding it', async () => {
    const found = await callTool(mcp, 'pubmed_search', {
      query: 'lumiravir AND Marlow fever',
      date_from: '2022',
    });
    expect(found).toMatchObject({
      total: 2,
      rows: 2,
      cache_hit: false,
      next_offset: null,
      warnings: [],
    });
    expect(found.pmids.toSorted()).toEqual(['990000001', '990000002']);
    expect(found.summaries[0].title).toContain('Lumiravir');
    expect(site.recorded.latestParameters).toMatchObject({
      tool: 'lectern',
      email: 'librarian@example.org',
      api_key: 'secret-key',
    });
  });

  it('page through results', async () => {
    const first = await callTool(mcp, 'pubmed_search', { query: 'marlow', limit: 3 });
    const second = await callTool(mcp, 'pubmed_search', {
      query: 'marlow',
      limit: 3,
      offset: first.next_offset,
    });
    expect(first).toMatchObject({ total: 4, next_offset: 3 });
    expect(second).toMatchObject({ rows: 1, next_offset: null });
    const trials = await callTool(mcp, 'clinicaltrials_search', {
      condition: 'Marlow Fever',
      limit: 3,
    });
    const rest = await callTool(mcp, 'clinicaltrials_search', {
      condition: 'Marlow Fever',
      limit: 3,
      page_token: trials.next_page_token,
    });
    expect([trials.total, trials.rows, rest.rows, rest.next_page_token]).toEqual([4, 3, 1, null]);
  });

  it('read records with labels, other scripts, groups, corrections and the trials they name', async () => {
    const { publications, not_found } = await callTool(mcp, 'pubmed_get', {
      pmids: ['990000001', '990000003', '990000006', '999999999', '990000002'],
      include_full_text: true,
    });
    expect(not_found).toEqual(['999999999']);
    const [adults, retracted, book, children] = publications;
    expect(adults).toMatchObject({
      published: '2023-03-14',
      nct_ids: ['NCT99000001'],
      retracted: false,
      full_text: { pmcid: 'PMC99000001', license: 'https://creativecommons.org/licenses/by/4.0/' },
    });
    expect(adults.abstract.map(({ label }: { label: string }) => label)).toEqual([
      'BACKGROUND',
      'METHODS',
      'RESULTS',
      'CONCLUSIONS',
    ]);
    expect(adults.authors[2]).toMatchObject({
      collective_name: 'LUMI Study Group',
      last_name: null,
    });
    expect(adults.full_text.sections[1]).toEqual({
      title: 'Methods',
      text: 'Participants got 200 mg of lumiravir twice a day.\n\nOutcomes\n\nThe primary outcome was time to recovery.',
    });
    expect(retracted).toMatchObject({
      retracted: true,
      published: '2022',
      related: [{ type: 'RetractionIn', pmid: '990000004' }],
    });
    expect(book).toMatchObject({
      title: 'Marlow Fever',
      journal: { title: 'Handbook of Imaginary Fevers' },
    });
    expect(children).toMatchObject({ published: '2024-11', published_text: '2024 Nov-Dec' });
    expect(children.authors[1].last_name).toBe('Иванова');
    expect(children.abstract[0].text).toContain('β-glucan');
  });

  it('find trials by phase and status, withdrawn ones with the reason', async () => {
    const { trials } = await callTool(mcp, 'clinicaltrials_search', {
      intervention: 'lumiravir',
      phases: ['PHASE2'],
      statuses: ['WITHDRAWN'],
    });
    expect(trials).toMatchObject([
      {
        nct_id: 'NCT99000003',
        status: 'WITHDRAWN',
        why_stopped: 'No funding; no participants were enrolled.',
        enrollment: { count: 0 },
      },
    ]);
    for (const has_results of [true, false]) {
      const args = { intervention: 'lumiravir', has_results };
      const { trials: some } = await callTool(mcp, 'clinicaltrials_search', args);
      const posted = new Set(some.map((study: { has_results: boolean }) => study.has_results));
      expect([...posted]).toEqual([has_results]);
    }
    const { trials: read, not_found } = await callTool(mcp, 'clinicaltrials_get', {
      nct_ids: ['nct99000001', 'NCT99999999'],
    });
    expect(not_found).toEqual(['NCT99999999']);
    expect(read[0]).toMatchObject({
      countries: ['Germany', 'Norway'],
      brief_summary: 'Adults with a temperature > 38.5 °C take lumiravir or placebo.',
      references: [{ pmid: '990000001', type: 'RESULT' }],
    });
  });

  it('answer from what was fetched before, by policy', async () => {
    const args = { query: 'review AND marlow', include_summaries: false };
    const never = await callTool(mcp, 'pubmed_search', { ...args, fetch_policy: 'cache_only' });
    expect(never.error).toBe('not_cached');
    const fetched = await callTool(mcp, 'pubmed_search', args);
    const before = asked();
    const again = await callTool(mcp, 'pubmed_search', args);
    const stored = await callTool(mcp, 'pubmed_search', { ...args, fetch_policy: 'cache_only' });
    expect(asked()).toBe(before);
    expect(again).toEqual({ ...fetched, cache_hit: true });
    expect(stored).toEqual(again);
    const anew = await callTool(mcp, 'pubmed_search', { ...args, fetch_policy: 'network_only' });
    expect([asked(), anew.cache_hit]).toEqual([before + 1, false]);
  });

  it('keep what one organisation fetched from another one', async () => {
    const token = await mcp.identity.token({ userId: 'u2', organisationId: 'o2' });
    const args = { pmids: ['990000001'] };
    await callTool(mcp, 'pubmed_get', args);
    const foreign = await callTool({ ...mcp, token }, 'pubmed_get', {
      ...args,
      fetch_policy: 'cache_only',
    });
    expect(foreign).toMatchObject({ error: 'not_cached', message: 'Never fetched: 990000001.' });
  });

  it('name records that were never fetched beside those that were', async () => {
    const stored = { fetch_policy: 'cache_only' };
    const never = await callTool(mcp, 'clinicaltrials_get', {
      nct_ids: ['NCT99000009'],
      ...stored,
    });
    expect(never.error).toBe('not_cached');
    await callTool(mcp, 'clinicaltrials_get', { nct_ids: ['NCT99000001'] });
    const nct_ids = ['NCT99000001', 'NCT99000009'];
    expect(await callTool(mcp, 'clinicaltrials_get', { nct_ids, ...stored })).toMatchObject({
      rows: 1,
      not_cached: ['NCT99000009'],
      cache_hit: true,
    });
  });

  it('give an older answer while the service is down, and say so', async () => {
    const args = { nct_ids: ['NCT99000002'], cache_lifetime_s: 0, max_attempts: 1 };
    await callTool(mcp, 'clinicaltrials_get', args);
    site.recorded.setFault('clinicaltrials', 'down');
    const stale = await callTool(mcp, 'clinicaltrials_get', args);
    expect(stale).toMatchObject({ rows: 1, warnings: [{ code: 'stale_answer' }] });
    const other = await callTool(mcp, 'clinicaltrials_get', { ...args, nct_ids: ['NCT99000009'] });
    expect(other.error).toBe('service_unavailable');
  });

  it.each([
    ['down', 'service_unavailable'],
    ['failing', 'service_unavailable'],
    ['cut', 'upstream_failed'],
    ['page', 'upstream_failed'],
  ] as const)('say what is wrong with a service that is %s', async (fault, error) => {
    site.recorded.setFault('ncbi', fault);
    const args = { pmids: ['990000005'], fetch_policy: 'network_only', max_attempts: 1 };
    expect(await callTool(mcp, 'pubmed_get', args)).toMatchObject({ error });
  });

  it('try again where the service asks to wait', async () => {
    site.recorded.setFault('ncbi', 'limiting');
    const args = { pmids: ['990000005'], fetch_policy: 'network_only', max_attempts: 3 };
    expect(await callTool(mcp, 'pubmed_get', args)).toMatchObject({ rows: 1, cache_hit: false });
  });

  it('do not repeat counts that the records contradict', async () => {
    site.recorded.setFault('ncbi', 'lying');
    site.recorded.setFault('clinicaltrials', 'lying');
    const found = await callTool(mcp, 'pubmed_search', {
      query: 'fever',
      include_summaries: false,
    });
    expect(found).toMatchObject({ total: found.rows, warnings: [{ code: 'count_mismatch' }] });
    const trials = await callTool(mcp, 'clinicaltrials_search', { term: 'registry' });
    expect(trials).toMatchObject({ total: 1, warnings: [{ code: 'count_mismatch' }] });
  });

  it('never call a record absent that could not be read, or came in place of another one', async () => {
    site.recorded.setFault('ncbi', 'withholding');
    site.recorded.setFault('clinicaltrials', 'withholding');
    const anew = { fetch_policy: 'network_only' };
    const listed = await callTool(mcp, 'pubmed_search', { query: 'lumiravir', limit: 20, ...anew });
    expect(listed).toMatchObject({ total: listed.rows, warnings: [{ code: 'count_mismatch' }] });
    const unreadable = { rows: 0, warnings: [{ code: 'record_unreadable' }] };
    const trials = { condition: 'Marlow Fever', ...anew };
    expect(await callTool(mcp, 'clinicaltrials_search', trials)).toMatchObject(unreadable);
    const nct_ids = ['NCT99000001'];
    expect(await callTool(mcp, 'clinicaltrials_get', { nct_ids, ...anew })).toMatchObject({
      ...unreadable,
      not_found: [],
    });
    site.recorded.setFault('ncbi', undefined);
    site.recorded.changeRecord('990000005', '>990000005<', '>990000009<');
    const pmids = ['990000005'];
    const other = await callTool(mcp, 'pubmed_get', { pmids, ...anew });
    site.recorded.changeRecord('990000005', '>990000009<', '>990000005<');
    expect(other).toMatchObject({ ...unreadable, publications: [], not_found: [] });
  });

  it('keep a record and a search that were read before where a faulty answer lacks them', async () => {
    const [pmids, nct_ids] = [['990000001'], ['NCT99000002']];
    const search = { condition: 'Marlow Fever', limit: 7 };
    await callTool(mcp, 'pubmed_get', { pmids });
    await callTool(mcp, 'clinicaltrials_get', { nct_ids });
    const before = await callTool(mcp, 'clinicaltrials_search', search);
    expect(before.rows).toBeGreaterThan(0);
    site.recorded.setFault('ncbi', 'withholding');
    site.recorded.setFault('clinicaltrials', 'withholding');
    const anew = { fetch_policy: 'network_only' };
    const doubted = { rows: 0, not_found: [], warnings: [{ code: 'record_unreadable' }] };
    expect(await callTool(mcp, 'pubmed_get', { pmids, ...anew })).toMatchObject(doubted);
    expect(await callTool(mcp, 'clinicaltrials_get', { nct_ids, ...anew })).toMatchObject(doubted);
    await callTool(mcp, 'clinicaltrials_search', { ...search, ...anew });
    const late = { cache_lifetime_s: 0 };
    expect(await callTool(mcp, 'pubmed_get', { pmids, ...late })).toMatchObject({
      rows: 1,
      warnings: [{ code: 'record_unreadable' }],
    });
    expect(await callTool(mcp, 'clinicaltrials_search', { ...search, ...late })).toMatchObject({
      trials: before.trials,
      warnings: [{ code: 'stale_answer' }],
    });
    site.recorded.setFault('ncbi', undefined);
    site.recorded.setFault('clinicaltrials', undefined);
    const stored = { fetch_policy: 'cache_only' };
    expect(await callTool(mcp, 'pubmed_get', { pmids, ...stored })).toMatchObject({ rows: 1 });
    expect(await callTool(mcp, 'clinicaltrials_get', { nct_ids, ...stored })).toMatchObject({
      rows: 1,
    });
    expect(await callTool(mcp, 'clinicaltrials_search', { ...search, ...stored })).toMatchObject({
      trials: before.trials,
    });
  });

  it('refuse a page past the last one and a search for nothing', async () => {
    const late = await callTool(mcp, 'pubmed_search', { query: 'fever', offset: 9_999 });
    expect(late).toMatchObject({ error: 'invalid_request', details: { field: 'offset' } });
    const nothing = await callTool(mcp, 'clinicaltrials_search', {});
    expect(nothing).toMatchObject({ error: 'invalid_request', details: { field: 'condition' } });
  });

  it.each([
    ['clinicaltrials_search', { condition: '()[]' }, 'condition'],
    ['clinicaltrials_search', { min_enrollment: 0 }, 'condition'],
    ['clinicaltrials_search', { condition: 'fever', intervention: 'AND OR NOT' }, 'intervention'],
    ['clinicaltrials_search', { sponsor: '"–"', phases: ['PHASE3'] }, 'sponsor'],
    ['pubmed_search', { query: '("AND") OR (NOT)' }, 'query'],
    ['pubmed_search', { query: '*' }, 'query'],
  ])('refuse words that would find every record: %s %j', async (tool, args, field) => {
    expect(await callTool(mcp, tool, args)).toMatchObject({
      error: 'invalid_request',
      details: { field },
    });
  });

  it.each([
    ['pubmed_search', { query: 'fever', date_from: '2020-02-31' }, 'date_from'],
    ['pubmed_search', { query: 'fever', date_from: '0000' }, 'date_from'],
    ['pubmed_search', { query: 'fever', date_from: '2020', date_to: '2010-05' }, 'date_to'],
    ['clinicaltrials_search', { term: 'fever', start_from: '2020', start_to: '2019' }, 'start_to'],
    ['clinicaltrials_search', { term: 'fever', start_to: '0000-01' }, 'start_to'],
  ])('refuse dates that no record can have: %s %j', async (tool, args, field) => {
    expect(await callTool(mcp, tool, args)).toMatchObject({
      error: 'invalid_request',
      details: { field },
    });
  });

  it('give a record without its full text where that is not to be had, and say so', async () => {
    const withText = { pmids: ['990000001'], include_full_text: true };
    const token = await mcp.identity.token({ userId: 'u9', organisationId: 'o9' });
    const other = { ...mcp, token };
    await callTool(other, 'pubmed_get', { pmids: ['990000001'] });
    const stored = { ...withText, fetch_policy: 'cache_only' };
    expect(await callTool(other, 'pubmed_get', stored)).toMatchObject({
      publications: [{ pmid: '990000001', full_text: null }],
      warnings: [{ code: 'full_text_missing', message: expect.stringContaining('Never fetched') }],
    });
    const policy = { include_full_text: true, fetch_policy: 'network_only' };
    const unheld = { pmids: ['990000002', '990000003'], ...policy };
    const named = '<ArticleId IdType="pubmed">990000003</ArticleId>';
    const withPmc = `${named}<ArticleId IdType="pmc">PMC99999999</ArticleId>`;
    site.recorded.changeRecord('990000003', named, withPmc);
    const { warnings } = await callTool(other, 'pubmed_get', unheld);
    site.recorded.changeRecord('990000003', withPmc, named);
    expect(warnings).toEqual([
      { code: 'full_text_missing', message: expect.stringMatching(/PMC99999999.*gives out no/) },
      { code: 'full_text_missing', message: expect.stringMatching(/PMID 990000002.*not hold/) },
    ]);
    site.recorded.setFault('ncbi', 'down');
    expect(await callTool(other, 'pubmed_get', { ...withText, max_attempts: 1 })).toMatchObject({
      rows: 1,
      publications: [{ full_text: null }],
      warnings: [{ code: 'full_text_missing' }],
    });
  });

  it('give up at the deadline', async () => {
    const slow = await site.startReplica({}, 200);
    site.recorded.setFault('ncbi', 'slow');
    const args = { pmids: ['990000005'], fetch_policy: 'network_only' };
    expect(await callTool(slow, 'pubmed_get', args)).toMatchObject({ error: 'deadline_exceeded' });
  });

  it('are gone where they are switched off', async () => {
    const off = await site.startReplica({ ENABLE_LITERATURE: 'false' });
    const answer = callTool(off, 'pubmed_get', { pmids: ['990000005'] });
    await expect(answer).rejects.toThrow(/pubmed_get/);
  });

  it('keep raw answers until nothing refers to them', async () => {
    const { rows } = await site.database.pool.query(
      `select count(*)::int as records, count(distinct raw_sha256)::int as raw
       from mcp.literature_records where record is not null`,
    );
    expect(rows[0].records).toBeGreaterThan(5);
    expect(rows[0].raw).toBeGreaterThan(2);
  });
});
