import { type RoutedTool, readTask, searchIndex, type TaskReader } from '@lectern/tool-routing';
import { indexServers } from './index-servers.ts';
import type { NoneFitsReport } from './routing-report.ts';
import type { RoutingQuestion, RoutingSet } from './routing-set.ts';
import { keyOfTool, orderByDigest } from './tool-pool.ts';

interface Case {
  readonly text: string;
  readonly offered: readonly RoutedTool[];
  readonly isAnswerable: boolean;
}

/**
 * Asks each question with its few offered tools alone: those that nothing fits, and as many
 * answerable ones, each of which is offered the tools of a question that nothing fits with its own
 * tools in the place of the last.
 */
export async function measureNoneFits(
  reader: TaskReader,
  set: RoutingSet,
): Promise<NoneFitsReport | null> {
  if (set.unanswerable.length === 0) return null;
  const cases = [
    ...set.unanswerable.map((question) => ({ ...question, isAnswerable: false })),
    ...listAnswerable(set),
  ];
  const vectors = new Map<string, Float32Array>();
  const refused: Case[] = [];
  for (const one of cases) {
    const server = { ...emptyServer, tools: one.offered };
    const index = await indexServers(reader, [server], vectors);
    const { decision } = searchIndex(index, await readTask(reader, one.text), { limit: 1 });
    if (decision.kind === 'nothing_relevant') refused.push(one);
  }
  const right = refused.filter(({ isAnswerable }) => !isAnswerable).length;
  return {
    unanswerable: set.unanswerable.length,
    answerable: cases.length - set.unanswerable.length,
    precision: refused.length > 0 ? right / refused.length : null,
    recall: right / set.unanswerable.length,
  };
}

const emptyServer = {
  name: 'functions',
  description: '',
  instructions: '',
  prompts: [],
  resources: [],
};

function listAnswerable({ servers, questions, unanswerable }: RoutingSet): Case[] {
  const tools = new Map(
    servers.flatMap((server) =>
      server.tools.map((tool) => [keyOfTool(server.name, tool.name), tool]),
    ),
  );
  const ownTools = ({ expectedTools }: RoutingQuestion) =>
    expectedTools.flatMap(
      ({ name, servers: [server = ''] }) => tools.get(keyOfTool(server, name)) ?? [],
    );
  return orderByDigest(questions, 'answerable', ({ id }) => id)
    .filter((question) => ownTools(question).length > 0)
    .slice(0, unanswerable.length)
    .map((question, at) => {
      const own = ownTools(question);
      const names = new Set(own.map(({ name }) => name));
      const others = (unanswerable[at]?.offered ?? []).filter(({ name }) => !names.has(name));
      const offered = [...others.slice(0, Math.max(0, others.length - own.length)), ...own];
      return { text: question.text, offered, isAnswerable: true };
    });
}
