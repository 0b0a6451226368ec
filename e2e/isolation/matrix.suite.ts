import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EndpointName } from '@lectern/contracts';
import { eventually } from '@lectern/testing';
import { type CallerName, callers } from './callers.ts';
import { expectAnswer } from './expect-answer.ts';
import { findLeaks, normalizeAnswer } from './leaks.ts';
import { type Answer, type Rule, resources, routes, tools } from './policy.ts';
import { createRequest, resourceUris, type TargetIds, toolArguments } from './requests.ts';
import type { Received } from './send.ts';
import { openTargets, type TargetSource } from './target-ids.ts';
import { type Target, targets } from './targets.ts';
import type { World } from './world.ts';

interface Case {
  readonly caller: CallerName;
  /** Undefined where the rule has no target. */
  readonly target: Target | undefined;
}

interface Outcome extends Case {
  readonly expected: Answer;
  readonly answer: Answer;
  readonly leaks: readonly string[];
  readonly text: string;
}

interface Exchange {
  readonly one: Case;
  readonly received: Received;
  readonly answer: Answer;
  /** As it was sent. */
  readonly request: unknown;
}

const concurrency = 6;

function listCases({ about }: Rule): Case[] {
  const names = Object.keys(callers) as CallerName[];
  return names.flatMap((caller) =>
    (about ? targets : [undefined]).map((target) => ({ caller, target })),
  );
}

export const caseCount = [routes, tools, resources]
  .flatMap((table) => Object.values(table))
  .reduce((sum, rule) => sum + listCases(rule).length, 0);

/** Every route and tool × caller × target against the policy table. */
export function describeMatrix(tell: () => World): void {
  describe(`the policy table: ${caseCount} cases`, () => {
    let source: TargetSource;
    let before: unknown;
    beforeAll(async () => {
      source = await openTargets(tell());
      before = await readStanding(tell(), source);
    });
    afterAll(() => {
      process.stdout.write(`isolation: ${caseCount} cases\n`);
    });

    it('has a row for every tool', async () => {
      const { body } = await tell().sendMcp('owner', 'tools/list');
      const names = body.result.tools.map(({ name }: { name: string }) => name);
      expect(Object.keys(tools).toSorted()).toEqual(names.toSorted());
    });

    it('has a row for every resource', async () => {
      const { body } = await tell().sendMcp('owner', 'resources/templates/list');
      const names = body.result.resourceTemplates.map(({ name }: { name: string }) => name);
      expect(Object.keys(resources).toSorted()).toEqual(names.toSorted());
    });

    it.each(Object.entries(routes) as [EndpointName, Rule][])(
      'holds for %s',
      async (name, rule) => {
        await checkRule(rule, source, async (one, ids) => {
          const request = createRequest(name, rule.about, ids);
          const received = await tell().send(one.caller, request);
          if (rule.runsAlone) await waitForImport(tell(), one, received);
          const answer = { status: received.status, code: received.body?.error?.code };
          return toOutcome(tell(), rule, { one, received, answer, request });
        });
      },
    );

    it.each(Object.entries(tools))('holds for the tool %s', async (name, rule) => {
      await checkRule(rule, source, async (one, ids) => {
        const params = { name, arguments: toolArguments[name]?.(ids) ?? {} };
        const received = await tell().sendMcp(one.caller, 'tools/call', params);
        const answer = readToolAnswer(received);
        return toOutcome(tell(), rule, { one, received, answer, request: params });
      });
    });

    it.each(Object.entries(resources))('holds for the resource %s', async (name, rule) => {
      await checkRule(rule, source, async (one, ids) => {
        const params = { uri: resourceUris[name]?.(ids) };
        const received = await tell().sendMcp(one.caller, 'resources/read', params);
        const { status, body } = received;
        const code = body.error?.code;
        const answer = { status, code: code && String(code) };
        return toOutcome(tell(), rule, { one, received, answer, request: params });
      });
    });

    it('leaves everything as it was that was not allowed to change', async () => {
      expect(await readStanding(tell(), source)).toEqual(before);
    });
  });
}

/** Waits until an accepted import has failed, as what is sent is no bundle. */
async function waitForImport(world: World, { caller }: Case, { status, body }: Received) {
  if (status !== 202) return;
  const path = `/api/bundles/${body.id}`;
  await eventually(async () => {
    const { body: now } = await world.send(caller, { method: 'GET', path });
    return now.status === 'failed';
  });
}

async function checkRule(
  rule: Rule,
  source: TargetSource,
  run: (one: Case, ids: TargetIds) => Promise<Outcome>,
): Promise<void> {
  const limit = rule.runsAlone ? 1 : concurrency;
  const outcomes = await mapConcurrently(listCases(rule), limit, async (one) => {
    const { caller, target = 'unknown' } = one;
    const isAllowed = expectAnswer(rule, caller, target) === rule.allowed;
    const ids =
      rule.consumes && rule.about && isAllowed
        ? await source.createFresh(caller, target, rule.about)
        : source.find(caller, target);
    return run(one, ids);
  });
  expect(outcomes.map((one) => describeCase(one, one.answer))).toEqual(
    outcomes.map((one) => describeCase(one, one.expected)),
  );
  expect(outcomes.filter(({ leaks }) => leaks.length > 0)).toEqual([]);
  expectHiddenAlike(rule, outcomes);
}

/** A target that may not be seen is answered like one that does not exist. */
function expectHiddenAlike(rule: Rule, outcomes: readonly Outcome[]): void {
  const hidden = outcomes.filter(({ expected }) => rule.about && expected === rule.hidden);
  for (const [caller, group] of Map.groupBy(hidden, (one) => one.caller)) {
    const bodies = new Set(group.map(({ text }) => normalizeAnswer(text)));
    expect([caller, [...bodies]]).toEqual([caller, [expect.any(String)]]);
  }
}

function toOutcome(
  world: World,
  rule: Rule,
  { one, received: { text }, answer, request }: Exchange,
): Outcome {
  const expected = expectAnswer(rule, one.caller, one.target);
  const named = expected === rule.allowed ? rule.names : undefined;
  const leaks = findLeaks(world, one.caller, {
    answer: text,
    request: JSON.stringify(request),
  }).filter((leak) => !named?.includes(leak));
  return { ...one, expected, answer, leaks, text };
}

function describeCase({ caller, target }: Case, { status, code }: Answer): string {
  return [caller, target && `on ${target}:`, status, code].filter(Boolean).join(' ');
}

function readToolAnswer({ status, body }: Received): Answer {
  if (status !== 200) return { status, code: body?.error?.code };
  const { isError, content } = body.result;
  if (!isError) return { status };
  const { error, details } = JSON.parse(content[0].text);
  return { status, code: details?.reason ?? error.code ?? error };
}

/** Rows that no case may change: collections, grants, and the rows of others. */
async function readStanding({ pool, places }: World, source: TargetSource): Promise<unknown> {
  const standing = (['ungranted', 'foreign'] as const).map((target) =>
    source.find('anonymous', target),
  );
  const collections = Object.values(places).map(({ collectionId }) => collectionId);
  const documents = Object.values(places).map(({ documentId }) => documentId);
  const read = async (text: string, ids: readonly string[]) =>
    (await pool.query(`${text} order by 1, 2`, [ids])).rows;
  const readBy = (part: keyof TargetIds, text: string) =>
    read(
      text,
      standing.map((ids) => ids[part]),
    );
  return {
    collections: await read(
      'select id, name, parent_id, inherit from rag.collections where id = any($1)',
      collections,
    ),
    grants: await read(
      'select collection_id, grantee_id, permission from rag.grants where collection_id = any($1)',
      collections,
    ),
    documents: await read(
      'select id, collection_id, title, sha256, deleted_at from rag.documents where id = any($1)',
      documents,
    ),
    conversations: await readBy(
      'conversation',
      'select id, title from llm.conversations where id = any($1)',
    ),
    binEntries: await readBy(
      'bin_entry',
      'select id, deleted_at from llm.conversations where id = any($1)',
    ),
    keys: await readBy('key', 'select id, name from auth.apikey where id = any($1)'),
    invitations: await readBy(
      'invitation',
      'select id, status from auth.invitation where id = any($1)',
    ),
    teams: await readBy(
      'team',
      'select "teamId", "userId" from auth."teamMember" where "teamId" = any($1)',
    ),
    mcpServers: await readBy(
      'mcp_server',
      'select id, url from mcp.mcp_servers where id = any($1)',
    ),
    models: await readBy(
      'model',
      'select id, base_url from llm.model_connections where id = any($1)',
    ),
    prompts: await readBy('prompt', 'select id, user_id from llm.prompts where id = any($1)'),
    assistants: await readBy(
      'assistant',
      'select id, user_id from llm.assistants where id = any($1)',
    ),
    budgets: await readBy(
      'budget',
      'select id, token_limit from llm.token_budgets where id = any($1)',
    ),
    evaluationSets: await readBy(
      'evaluation_set',
      'select id, organisation_id from rag.evaluation_sets where id = any($1)',
    ),
    sources: await readBy('source', 'select id, collection_id from rag.sources where id = any($1)'),
    members: await readBy(
      'member',
      'select "userId", role from auth.member where "userId" = any($1)',
    ),
    organisations: await readBy(
      'organisation',
      'select id, name from auth.organization where id = any($1)',
    ),
  };
}

async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  limit: number,
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = new Array(items.length);
  let next = 0;
  const work = async () => {
    for (let at = next++; at < items.length; at = next++)
      results[at] = await run(items[at] as Item);
  };
  await Promise.all(Array.from({ length: limit }, work));
  return results;
}
