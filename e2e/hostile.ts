import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { attackByServers } from './hostile/attack-by-servers.ts';
import { hostileBodies } from './hostile/hostile-bodies.ts';
import { hostilePaths } from './hostile/hostile-paths.ts';
import { hostileCallers, listHostileRoutes } from './hostile/hostile-routes.ts';
import { runLargeAttacks } from './hostile/large-attacks.ts';
import { measureMemory } from './hostile/memory.ts';
import { createWaits, findPercentile, measureOthers, otherCallers } from './hostile/others.ts';
import { addResults, runAttack } from './hostile/run-attack.ts';
import { createKey, signIn } from './isolation/sign-in.ts';
import { openTargets } from './isolation/target-ids.ts';
import { openWorld } from './isolation/world.ts';
import { Report } from './suite/report.ts';

/** Requests per second of one hostile client; the rate limits stop more. */
const perSecond = 60;
/** Ends in two minutes. */
const defaultEvery = 9;
const quietMs = 8_000;
/** Attacks with a quiet time before and after each. */
const attacks = 2;
/** One case of so many comes first, so that memory is measured when everything is warm. */
const warmUpShare = 61;
const maxGrowthMebibytes = 50;
const maxSlowdown = 2;

/**
 * `npm run e2e -- hostile`: every route with hostile paths and bodies, by a stranger and by a viewer, while
 * others go on with their work. Nothing may break, grow or become slow. `--every N` takes one case of
 * so many, 1 all of them; `--part N` says which ones, from 0, so that the parts together are all.
 */
async function runHostile(every: number, chosen: number, report: Report): Promise<string> {
  await using world = await openWorld();
  const { suite, pool, userIdOf } = world;
  const ids = (await openTargets(world)).find('viewer', 'granted');
  const openSession = () => signIn(pool, suite.url, userIdOf('viewer'));
  const key = await createKey(suite.url, await openSession(), [
    'search',
    'documents:read',
    'chat',
    'mcp',
  ]);
  const routes = await listHostileRoutes(ids, { key, openSession });
  const attack = (part: number, of: number) =>
    runAttack({ port: suite.port, routes, share: { part, of }, perSecond });
  const [pathCount, bodyCount] = [hostilePaths, hostileBodies].map(
    (all) => Object.keys(all).length,
  );
  report.print(
    `${routes.length} routes × ${pathCount} hostile paths and the plain one × ${bodyCount} bodies × ${hostileCallers.length} callers, part ${chosen} of ${every}`,
  );
  const pids = () => Object.entries(suite.processes).map(([name, { pid }]) => `${name} ${pid}`);
  const pidsBefore = pids();

  const [quiet, loud] = [createWaits(), createWaits()];
  const warm = createWaits();
  await measureOthers(world, attack(0, warmUpShare), warm);
  report.print('warm');
  await measureOthers(world, delay(quietMs), quiet);
  const before = await measureMemory(suite);
  const results = [];
  for (let part = 0; part < attacks; part += 1) {
    const attacking = attack(chosen * attacks + part, attacks * every);
    await measureOthers(world, attacking, loud);
    results.push(await attacking);
    report.print(`${addResults(results).count} requests`);
    await measureOthers(world, delay(quietMs), quiet);
  }
  const after = await measureMemory(suite);

  const { count, statuses, problems } = addResults(results);
  report.print(`answers: ${JSON.stringify(statuses)}`);
  report.check('nothing breaks, and everything whole is answered', problems);
  report.check(
    'no process has ended',
    pidsBefore.filter((one) => !pids().includes(one)),
  );
  report.check('others are answered as ever', [...quiet.problems, ...loud.problems]);
  const growth = [...before].map(([name, mebibytes]) => ({
    name,
    by: Math.round((after.get(name) ?? 0) - mebibytes),
  }));
  report.print(`memory grew by ${growth.map(({ name, by }) => `${name} ${by} MiB`).join(', ')}`);
  report.check(
    `no process grows by more than ${maxGrowthMebibytes} MiB`,
    growth.filter(({ by }) => by > maxGrowthMebibytes).map(({ name, by }) => `${name}: ${by} MiB`),
  );
  for (const caller of otherCallers) {
    const [calm, busy] = [quiet, loud].map(({ byCaller }) =>
      findPercentile(byCaller.get(caller) ?? [], 0.95),
    ) as [number, number];
    const figures = `p95 ${calm.toFixed(1)} ms → ${busy.toFixed(1)} ms`;
    report.print(`${caller}: ${figures}`);
    report.check(
      `${caller} waits at most ${maxSlowdown} times as long`,
      busy > maxSlowdown * calm ? [figures] : [],
    );
  }
  return `${count} hostile requests`;
}

const { values } = parseArgs({
  options: {
    every: { type: 'string', default: `${defaultEvery}` },
    part: { type: 'string', default: '0' },
    only: { type: 'string' },
    minutes: { type: 'string', default: '1' },
  },
});
const [every, part, minutes] = [values.every, values.part, values.minutes].map(Number) as [
  number,
  number,
  number,
];
if (
  !(Number.isInteger(every) && every > 0 && Number.isInteger(part) && part >= 0 && part < every) ||
  !(minutes > 0)
) {
  throw new RangeError(
    'npm run e2e -- hostile [--every N] [--part N below it] [--only large|routes|servers] [--minutes N]',
  );
}
const report = new Report();
let outcome = 'large requests';
if (values.only === undefined || values.only === 'large') {
  await report.try('the large requests came to their end', async () => {
    await using world = await openWorld();
    await runLargeAttacks(world, report);
  });
}
if (values.only === undefined || values.only === 'servers') {
  await report.try('the attack by outside servers came to its end', async () => {
    outcome = await attackByServers(minutes, report);
  });
}
if (values.only === undefined || values.only === 'routes') {
  await report.try('the run came to its end', async () => {
    outcome = await runHostile(every, part, report);
  });
}
console.log(
  `hostile: ${outcome}; ${report.count('passed')} passed, ${report.count('failed')} failed`,
);
process.exitCode = report.hasFailures ? 1 : 0;
if (process.connected) process.disconnect();
