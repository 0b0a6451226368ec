import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import type { ResearchTables } from '@lectern/contracts';
import { eventually } from '@lectern/testing';
import { openSpanReceiver } from '../../e2e/telemetry/span-receiver.ts';
import { query, readJson, relaxed, setUpTestSite, startLlm } from './set-up-test-site.ts';

const site = await setUpTestSite();

describe('a run of research', () => {
  it('streams nodes, parts and the result', async () => {
    const response = await fetch(`${site.llmUrl}/research`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await site.createToken()}`,
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

  it('sends a span of each node with its rows, its time and where they came from', async () => {
    await using receiver = await openSpanReceiver();
    const child = await startLlm(site, {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_BSP_SCHEDULE_DELAY: '100',
    });
    const headers = {
      authorization: `Bearer ${await site.createToken()}`,
      'content-type': 'application/json',
    };
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
        authorization: `Bearer ${await site.createToken()}`,
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
    const id = await eventually(
      () => /"node":"ctgov/.test(text) && /"checkpoint_id":"([^"]+)"/.exec(text)?.[1],
    );
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
    const child = await startLlm(site);
    const answer = fetch(`${child.url}/research`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await site.createToken()}`,
        'content-type': 'application/json',
      },
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
