import { readTask, searchIndex, type TaskReader } from '@lectern/tool-routing';
import { indexServers } from './index-servers.ts';
import { judgeQuestion } from './judge-question.ts';
import type { CurvePoint } from './routing-report.ts';
import type { RoutingQuestion, RoutingSet } from './routing-set.ts';
import { meanOf, quantileOf } from './summarise.ts';
import { keyOfTool, orderByDigest, ToolPool } from './tool-pool.ts';

export interface CurveOptions {
  /** Numbers of tools, smallest first; a larger one than there are means all. */
  readonly sizes: readonly number[];
  /** Draws of questions and of other tools, which are averaged. */
  readonly draws: number;
}

/**
 * Asks the same questions among more and more tools of all sets. A draw takes questions of the sets
 * in turn until the tools that they expect fill half of the smallest size; each larger index holds
 * the smaller one.
 */
export async function measureCurve(
  reader: TaskReader,
  sets: readonly RoutingSet[],
  { sizes, draws }: CurveOptions,
): Promise<CurvePoint[]> {
  const pool = new ToolPool(sets);
  const vectors = new Map<string, Float32Array>();
  const steps = [...new Set(sizes.map((size) => Math.min(size, pool.size)))];
  const found = steps.map((tools) => ({
    tools,
    atOne: [] as (number | null)[],
    atFive: [] as (number | null)[],
    times: [] as number[],
  }));
  for (let draw = 0; draw < draws; draw += 1) {
    const questions = drawQuestions(sets, `draw ${draw}`, (steps[0] ?? 0) / 2);
    const expected = new Set(questions.flatMap(keysOf));
    const order = pool.order(`draw ${draw}`, expected);
    for (const step of found) {
      const index = await indexServers(reader, pool.take(order.slice(0, step.tools)), vectors);
      for (const question of questions) {
        const asked = performance.now();
        const task = await readTask(reader, question.text);
        const routes = searchIndex(index, task, { limit: 5 });
        step.times.push(performance.now() - asked);
        const { toolAtOne, toolsAtFive } = judgeQuestion(question, routes);
        step.atOne.push(toolAtOne);
        step.atFive.push(toolsAtFive);
      }
    }
  }
  return found.map(({ tools, atOne, atFive, times }) => ({
    tools,
    questions: atFive.length,
    tool_recall_at_1: meanOf(atOne) ?? 0,
    tool_recall_at_5: meanOf(atFive) ?? 0,
    p95_ms: quantileOf(times, 0.95),
  }));
}

/** Questions of the sets in turn, as long as the tools that they expect are no more than `maxTools`. */
function drawQuestions(
  sets: readonly RoutingSet[],
  seed: string,
  maxTools: number,
): RoutingQuestion[] {
  const shuffled = sets.map(({ questions }) =>
    orderByDigest(
      questions.filter(({ expectedTools }) => expectedTools.length > 0),
      seed,
      ({ id }) => id,
    ),
  );
  const longest = Math.max(...shuffled.map(({ length }) => length));
  const drawn: RoutingQuestion[] = [];
  const tools = new Set<string>();
  for (let at = 0; at < longest; at += 1) {
    for (const question of shuffled.flatMap((questions) => questions[at] ?? [])) {
      const keys = keysOf(question).filter((key) => !tools.has(key));
      if (tools.size + keys.length > maxTools) return drawn;
      for (const key of keys) tools.add(key);
      drawn.push(question);
    }
  }
  return drawn;
}

function keysOf({ expectedTools }: RoutingQuestion): string[] {
  return expectedTools.flatMap(({ name, servers }) =>
    servers.map((server) => keyOfTool(server, name)),
  );
}
