import {
  fitTools,
  orderTools,
  readTask,
  searchIndex,
  type TaskReader,
} from '@lectern/tool-routing';
import { indexServers } from './index-servers.ts';
import { type Judgement, judgeQuestion } from './judge-question.ts';
import { measureNoneFits } from './measure-none-fits.ts';
import type { SetReport } from './routing-report.ts';
import type { RoutingSet } from './routing-set.ts';
import { meanOf, quantileOf } from './summarise.ts';

const limit = 5;
const tokenBudget = 4_000;
/** Questions that are asked before the clock runs, so that the code is compiled. */
const warmUp = 100;

/** Routes every question of a set among all its servers, one after the other. */
export async function measureSet(reader: TaskReader, set: RoutingSet): Promise<SetReport> {
  const startedAt = performance.now();
  const index = await indexServers(reader, set.servers);
  const indexMs = performance.now() - startedAt;
  const places = new Map(index.entries.map(({ server }, at) => [server.name, at]));
  const judgements: Judgement[] = [];
  const tokens: number[] = [];
  const times: number[] = [];
  let cpuUs = 0;
  for (const { text } of set.questions.slice(0, warmUp)) {
    searchIndex(index, await readTask(reader, text), { limit });
  }
  for (const question of set.questions) {
    const asked = performance.now();
    const before = process.cpuUsage();
    const task = await readTask(reader, question.text);
    const found = searchIndex(index, task, { limit });
    const used = process.cpuUsage(before);
    times.push(performance.now() - asked);
    cpuUs += used.user + used.system;
    const place = places.get(found.servers[0]?.name ?? '') ?? 0;
    const offered = index.entries[place]?.server.tools ?? [];
    const bound = fitTools(
      orderTools(index, place, task).flatMap((at) => offered[at] ?? []),
      tokenBudget,
    );
    tokens.push(bound.tokens);
    judgements.push(judgeQuestion(question, found));
  }
  return {
    set: set.name,
    servers: index.entries.length,
    tools: index.serverOfTool.length,
    questions: set.questions.length,
    server_recall_at_1: meanOf(judgements.map(({ serverAtOne }) => serverAtOne)),
    server_recall_at_5: meanOf(judgements.map(({ serversAtFive }) => serversAtFive)),
    tool_recall_at_1: meanOf(judgements.map(({ toolAtOne }) => toolAtOne)),
    tool_recall_at_5: meanOf(judgements.map(({ toolsAtFive }) => toolsAtFive)),
    bound_tokens: { median: quantileOf(tokens, 0.5), max: quantileOf(tokens, 1) },
    time_ms: { p50: quantileOf(times, 0.5), p95: quantileOf(times, 0.95) },
    cpu_ms: cpuUs / 1_000 / Math.max(1, set.questions.length),
    index_ms: indexMs,
    none_fits: await measureNoneFits(reader, set),
  };
}
