import type { RecordedLiterature } from '@lectern/recorded-literature';
import type { AcceptanceCase } from '../define-cases.ts';
import { ask, found, isSame, joined, listInvented, listPmids } from './ask.ts';
import type { ResearchWorld } from './world.ts';

type Service = Parameters<RecordedLiterature['setFault']>[0];
type Fault = Parameters<RecordedLiterature['setFault']>[1];

const fresh = { fetch_policy: 'network_only', time_budget_ms: 10_000 };

const maxAttempts = 5;

/** Does something while a service has a fault. */
async function during<Result>(
  { suite: { literature } }: ResearchWorld,
  [service, fault]: readonly [Service, Fault],
  work: () => Promise<Result>,
): Promise<Result> {
  literature.setFault(service, fault);
  try {
    return await work();
  } finally {
    literature.setFault(service, undefined);
  }
}

const broken = [
  ['ncbi', 'down', 'a service that is down', /unavailable|deadline/],
  ['clinicaltrials', 'slow', 'a slow service', /deadline/],
  ['ncbi', 'failing', 'errors inside HTTP 200', /unavailable|deadline/],
  ['ncbi', 'cut', 'JSON that is none', /upstream_failed|deadline/],
  ['clinicaltrials', 'page', 'a page in place of data', /upstream_failed|deadline/],
  ['clinicaltrials', 'refusing', 'a service that limits', /rate_limited|deadline/],
] as const;

/** The outside services as they should not be. */
export const services: readonly AcceptanceCase<ResearchWorld>[] = [
  ...broken.map(
    ([service, fault, name, reason]): AcceptanceCase<ResearchWorld> => ({
      name: `${name} (${service}) leaves an answer of the rest that names what is missing`,
      async ask(world) {
        const asking = () => ask(world.api, joined, fresh);
        const { call, run } = await during(world, [service, fault], asking);
        const rest = service === 'ncbi' ? run.tables.trials : run.tables.publications;
        const holds =
          run.partial &&
          rest.length > 0 &&
          reason.test(run.missing[0]?.reason ?? '') &&
          run.answer.includes('Missing from this answer') &&
          listInvented(run).length === 0;
        return found(`${call}, ${service} ${fault}`, run.missing, holds);
      },
    }),
  ),
  {
    name: 'what a service could not give is brought by resume, and nothing is asked again',
    async ask(world) {
      const { api, suite } = world;
      const asking = () => ask(api, joined, fresh);
      const { run } = await during(world, ['clinicaltrials', 'down'], asking);
      const before = suite.literature.requests.count('ncbi');
      const path = `/api/research/${run.checkpoint_id}/resume`;
      const { body } = await api.request('POST', path, { json: {} });
      const asked = suite.literature.requests.count('ncbi') - before;
      const holds =
        run.partial &&
        !body.partial &&
        body.tables.trials.length > 0 &&
        asked === 0 &&
        body.checkpoint_id === run.checkpoint_id;
      return found(`POST ${path}`, { trials: body.tables?.trials.length, asked }, holds);
    },
  },
  {
    name: 'counts that a service makes up are not repeated',
    async ask(world) {
      const asking = () => ask(world.api, joined, fresh);
      const { call, run } = await during(world, ['clinicaltrials', 'lying'], asking);
      const codes = run.warnings.map(({ code }) => code);
      const holds = codes.includes('count_mismatch') && !run.answer.includes('4711');
      return found(`${call}, clinicaltrials lying`, codes, holds);
    },
  },
  {
    name: 'a service that lists more than it gives: what is not read is not said to be absent',
    async ask(world) {
      const asking = () => ask(world.api, 'Publications on lumiravir in Marlow fever', fresh);
      const { call, run } = await during(world, ['ncbi', 'withholding'], asking);
      const holds = run.partial && !run.abstained && !/was found/.test(run.answer);
      return found(`${call}, ncbi withholding`, run.answer, holds);
    },
  },
  {
    name: 'each request told to wait at first: asked again, and whole by resume at the latest',
    async ask(world) {
      const waited = /rate_limited|deadline/;
      return during(world, ['ncbi', 'limiting'], async () => {
        let { call, run } = await ask(world.api, joined, { ...fresh, time_budget_ms: 30_000 });
        const missing = [run.missing];
        while (run.partial && missing.length < maxAttempts) {
          const path = `/api/research/${run.checkpoint_id}/resume`;
          const json = { time_budget_ms: 30_000 };
          run = (await world.api.request('POST', path, { json })).body;
          missing.push(run.missing);
        }
        const isTold = missing.flat().every(({ reason }) => waited.test(reason));
        const holds = isTold && !run.partial && listPmids(run).length > 0;
        return found(`${call}, ncbi limiting, and resumed`, missing, holds);
      });
    },
  },
  {
    name: 'a budget of 300 ms gives what is stored and names what is missing',
    async ask(world) {
      await ask(world.api, 'Publications on lumiravir');
      const query = 'Publications on lumiravir and its trials, phase 4';
      const asking = () => ask(world.api, query, { time_budget_ms: 300 });
      // On a busy machine the budget may be over before anything is read from the store.
      for (let attempt = 1; ; attempt += 1) {
        const { call, run, tookMs } = await during(world, ['clinicaltrials', 'slow'], asking);
        const missing = run.missing.map(({ node }) => node);
        const answer = { attempt, missing, tookMs, answer: run.answer };
        const names = run.partial && missing.includes('ctgov_search') && tookMs < 3_000;
        const holds = names && isSame(missing, ['ctgov_search']) && listPmids(run).length > 0;
        if (holds || !names || attempt === maxAttempts) {
          return found(`${call}, clinicaltrials slow`, answer, holds);
        }
      }
    },
  },
];
