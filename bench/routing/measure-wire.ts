import { measureLoop } from '../measure/measure-loop.ts';
import { quantile, round } from '../measure/summarise.ts';
import { report } from '../report.ts';
import type { BenchSuite } from '../suite/bench-suite.ts';
import { createBenchClient, type RegisteredSet } from './registered-set.ts';
import { judgeQuestion } from './sets/judge-question.ts';

const maxMs = 60_000;

/** Reads all servers anew over the wire, then asks every question through the gateway. */
export async function measureWire(
  suite: BenchSuite,
  { set, registeredMs }: RegisteredSet,
): Promise<void> {
  const client = createBenchClient(suite);
  const token = suite.apiKey;
  const build = await client.call('refreshMcpServers', { token });
  const times = build.servers.map(({ duration_ms }) => duration_ms).toSorted((a, b) => a - b);
  report('routing.build', {
    servers: set.servers.length,
    tools: set.servers.reduce((sum, { tools }) => sum + tools.length, 0),
    status: build.status,
    register_ms: round(registeredMs),
    refresh_ms: round(build.duration_ms),
    server_p50_ms: quantile(times, 0.5),
    server_p95_ms: quantile(times, 0.95),
  });
  const firsts = new Map<string, number | null>();
  const summary = await measureLoop(
    async (number) => {
      const question = set.questions[number % set.questions.length];
      if (!question) return;
      const found = await client.call('searchMcpServers', {
        token,
        body: { query: question.text.trim() },
      });
      firsts.set(question.id, judgeQuestion(question, found).serverAtOne);
    },
    { concurrency: 1, count: set.questions.length * 4, maxMs },
    () => suite.processes(),
  );
  const judged = [...firsts.values()].filter((value) => value !== null);
  report('routing.search', {
    server_recall_at_1: round(judged.reduce((sum, value) => sum + value, 0) / judged.length),
    ...summary,
  });
}
