import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { eventually } from '@lectern/testing';
import { runCheck } from './operations/run-check.ts';
import { Api } from './suite/api.ts';
import type { Report } from './suite/report.ts';
import { startTemporarySuite } from './suite/temporary-suite.ts';

/** Between two crashes of the gateway. */
const killEveryMs = 20_000;
const actEveryMs = 250;
/** The gateway's longest pause between two attempts, and some time to send what waited. */
const catchUpTimeoutMs = 420_000;

interface ReceivedEvent {
  readonly id: string;
  readonly action: string;
  readonly target: string | null;
}

/**
 * `npm run e2e -- audit [--away SECONDS]`: the gateway is killed again and again while people act,
 * and the receiver of its audit events is away for 30 seconds, or as long as asked. No event of an
 * acknowledged action may be lost, before or after the export, and their order is kept.
 */
async function checkAudit(report: Report, awaySeconds: number): Promise<void> {
  await using receiver = await startReceiver();
  await using suite = await startTemporarySuite({
    settings: { AUDIT_EXPORT_URL: receiver.url, AUDIT_EXPORT_SECRET: randomUUID() },
  });
  const { gateway } = suite.processes;
  const api = new Api(suite.url, suite.credentials.api_key);
  const created: string[] = [];
  const stopped = new AbortController();

  const act = async () => {
    for (let number = 0; !stopped.signal.aborted; number += 1) {
      // A request that a crash cut off may have happened or not.
      await api
        .call('createTeam', { body: { name: `Team ${number}` } })
        .then(async ({ id }) => {
          created.push(id);
          await api.call('deleteTeam', { params: { id } });
        })
        .catch(() => undefined);
      await delay(actEveryMs);
    }
  };
  let kills = 0;
  const killAgainAndAgain = async () => {
    while (!stopped.signal.aborted) {
      await delay(killEveryMs, undefined, { signal: stopped.signal }).catch(() => undefined);
      if (stopped.signal.aborted) return;
      await gateway.kill();
      kills += 1;
      await gateway.whenRunning();
    }
  };
  const work = Promise.all([act(), killAgainAndAgain()]);
  await eventually(() => receiver.events.length > 0, { timeoutMs: catchUpTimeoutMs });
  report.print(`the receiver goes away for ${awaySeconds} s`);
  await receiver.leave();
  await delay(awaySeconds * 1_000);
  stopped.abort();
  await work;
  const before = receiver.events.length;
  await receiver.comeBack();
  report.print(`the receiver is back, and had ${before} events`);

  const verified = await api.call('verifyAudit', { body: {} });
  report.check(
    'the chain is whole',
    verified.broken_id === null ? [] : [`broken at ${verified.broken_id}`],
  );
  await eventually(() => receiver.ids.size >= verified.events, { timeoutMs: catchUpTimeoutMs });
  const heard = new Set(
    receiver.events.filter(({ action }) => action === 'team.created').map(({ target }) => target),
  );
  report.check(
    `${created.length} acknowledged actions arrived`,
    created.filter((id) => !heard.has(id)),
  );
  const firsts = [...receiver.ids];
  report.check(
    'events arrive in the order of the chain',
    firsts.filter((id, at) => at > 0 && BigInt(id) <= BigInt(firsts[at - 1] ?? '0')),
  );
  const doubled = receiver.events.length - receiver.ids.size;
  report.print(
    `${receiver.ids.size} events, ${receiver.events.length - before} after the outage, ` +
      `${doubled} sent twice, gateway killed ${kills} times`,
  );
}

/** A webhook that answers once it has stored the events, unless it is away. */
async function startReceiver() {
  const events: ReceivedEvent[] = [];
  const ids = new Set<string>();
  const server = createServer(async (request, response) => {
    const parts = await request.toArray();
    const body = JSON.parse(Buffer.concat(parts).toString()) as { events: ReceivedEvent[] };
    events.push(...body.events);
    for (const { id } of body.events) ids.add(id);
    response.end();
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as { port: number }).port;
  };
  const leave = async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  const port = await listen(0);
  return {
    url: `http://127.0.0.1:${port}/`,
    events,
    ids,
    leave,
    comeBack: () => listen(port),
    [Symbol.asyncDispose]: () => leave().catch(() => undefined),
  };
}

const { values } = parseArgs({ options: { away: { type: 'string', default: '30' } } });
const away = Number(values.away);
assert.ok(Number.isInteger(away) && away > 0, 'npm run e2e -- audit [--away SECONDS]');
await runCheck('audit', (report) => checkAudit(report, away));
