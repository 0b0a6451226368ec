import { eventually } from '@lectern/testing';
import type { AcceptanceCase } from '../define-cases.ts';
import { ask, found, joined, unhurried } from './ask.ts';
import type { ResearchWorld } from './world.ts';

/** Content of a run's trace. */
export const traces: readonly AcceptanceCase<ResearchWorld>[] = [
  {
    name: 'one trace a question, a span a node with cache_hit, rows and latency_ms',
    async ask({ api, spans }) {
      const { call, run } = await ask(api, joined, { ...unhurried, fetch_policy: 'cache_only' });
      const whole = await eventually(
        () => spans.spans.find(({ attributes }) => attributes['lectern.run'] === run.checkpoint_id),
        { timeoutMs: 20_000 },
      );
      const own = spans.spans.filter(({ traceId }) => traceId === whole.traceId);
      const told = run.trace.node_path.map((node) => {
        const { attributes = {} } = own.find(({ name }) => name === `research ${node}`) ?? {};
        const { cache_hit, rows, latency_ms } = attributes;
        return { node, cache_hit, rows, latency_ms };
      });
      const holds = told.every(
        ({ cache_hit, rows, latency_ms }) =>
          typeof cache_hit === 'boolean' &&
          typeof rows === 'number' &&
          typeof latency_ms === 'number',
      );
      return found(call, told, holds);
    },
  },
  {
    name: 'the answer itself tells calls, cache hits, times and the path',
    async ask({ api }) {
      const { call, run } = await ask(api, joined);
      const { tool_calls, cache_hits, latencies, errors, node_path } = run.trace;
      const holds =
        tool_calls.length > 2 &&
        node_path.every((node) => typeof latencies[node] === 'number') &&
        cache_hits.ctgov_search !== undefined &&
        Object.keys(errors).length === 0;
      return found(call, { cache_hits, latencies, node_path }, holds);
    },
  },
];
