import { readFile } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { kill, pid } from 'node:process';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@lectern/testing';
import { hostileCalls, hostileCatalogues, startHostileMcp } from '@lectern/testing/hostile-mcp';
import { setUpUpstream } from '../../../test/set-up-upstream.ts';

const { mcp, register, read, call, resources } = await setUpUpstream();

/** Longer than any turn of the event loop while an answer is read. */
const maxBlockedMs = 2_000;

async function openHostile(
  headers: Record<string, string> = {},
  timeoutMs = 30_000,
  name = 'travel',
) {
  const outside = resources.use(await startHostileMcp());
  const { server } = await register({
    name,
    url: outside.url,
    headers,
    timeout_ms: timeoutMs,
  });
  return { outside, server };
}

/** Milliseconds of the longest turn of the event loop during the work. */
async function measureBlocked(work: () => Promise<unknown>): Promise<number> {
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  await work();
  delays.disable();
  return delays.max / 1e6;
}

/** Within the limits. */
const answered = ['json_in_text', 'tiny_parts'];
const timedOut = ['slow', 'never', 'reconnections'];
const isGarbage = ['batch'];

describe('an answer without bounds', () => {
  it.each(Object.keys(hostileCalls))('ends early and blocks nobody: %s', async (shape) => {
    await openHostile({}, timedOut.includes(shape) ? 500 : undefined);
    const answers: unknown[] = [];
    const blockedMs = await measureBlocked(async () => answers.push(await call(shape)));
    expect(blockedMs).toBeLessThan(maxBlockedMs);
    const code = timedOut.includes(shape)
      ? 'timeout'
      : isGarbage.includes(shape)
        ? 'server_unavailable'
        : 'result_too_large';
    const [answer] = answers;
    const { kind, code: given } = answer as { kind: string; code?: string };
    expect({ kind, code: given }).toEqual(
      answered.includes(shape) ? { kind: 'answer' } : { kind: 'failure', code },
    );
  });

  /** Registers a server with such a catalogue; returns why reading it ended. */
  const readCatalogue = async (shape: string) => {
    const { server } = await openHostile({ 'x-catalogue': shape }, undefined, shape);
    const health = await eventually(
      async () => {
        const { state, reason } = (await read(server.id)).health;
        return state === 'unknown' ? undefined : { reason };
      },
      { timeoutMs: 20_000 },
    );
    return health.reason;
  };

  it.each(Object.keys(hostileCatalogues).filter((shape) => !timedOut.includes(shape)))(
    'of a catalogue ends early and blocks nobody: %s',
    async (shape) => {
      const reasons: unknown[] = [];
      const blockedMs = await measureBlocked(async () => reasons.push(await readCatalogue(shape)));
      expect(blockedMs).toBeLessThan(maxBlockedMs);
      expect(reasons).toEqual([shape === 'tools' ? null : 'too_large']);
    },
  );

  it('of catalogues that do not end is cut off and blocks nobody', async () => {
    const reasons: unknown[] = [];
    const blockedMs = await measureBlocked(async () =>
      reasons.push(...(await Promise.all(['slow', 'never'].map(readCatalogue)))),
    );
    expect(blockedMs).toBeLessThan(maxBlockedMs);
    expect(reasons).toEqual(['timeout', 'timeout']);
  });

  it('holds at most a share of the process, and leaves room for others', async () => {
    await openHostile();
    const shapes = Array.from({ length: 12 }, () => call('json_in_text'));
    const codes = (await Promise.all(shapes)).map((one) =>
      one.kind === 'failure' ? one.message : one.kind,
    );
    expect(codes).toContain('answer');
    expect(codes).toContain('Too many calls of this server are under way.');
    expect(await call('json_in_text')).toMatchObject({ kind: 'answer' });
  });
});

const harmless = /^($|(HOME|NODE_CHANNEL_\w+|NODE_EXTRA_CA_CERTS|PATH|SSL_CERT_\w+)=)/;

/** Process ids of the clients of outside servers that this process started. */
async function findClients(): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const ids = children.split(' ').filter(Boolean).map(Number);
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8')));
  return ids.filter((_, at) => lines[at]?.includes('open-outside-process'));
}

describe('the process that reads answers', () => {
  it('is replaced when it was ended, and holds no secret', async () => {
    await openHostile();
    expect(await call('json_in_text')).toMatchObject({ kind: 'answer' });
    const clients = await findClients();
    expect(clients).not.toEqual([]);
    for (const id of clients) {
      const variables = (await readFile(`/proc/${id}/environ`, 'utf8')).split('\0');
      expect(variables.filter((one) => !harmless.test(one))).toEqual([]);
    }
    const ended = call('never');
    await eventually(async () => {
      for (const id of await findClients()) kill(id, 'SIGKILL');
      return (await Promise.race([ended, undefined])) !== undefined;
    });
    expect(await ended).toMatchObject({ kind: 'failure' });
    expect(await call('json_in_text')).toMatchObject({ kind: 'answer' });
  });
});

describe('a server whose reading ended its process', () => {
  it('rests longer each time before it is read again', async () => {
    const { server } = await openHostile();
    const { catalogue } = mcp.upstream.registration;
    const rests: number[] = [];
    for (let time = 0; time < 3; time += 1) {
      await catalogue.beginRead(server.id);
      const { rows } = await mcp.pool.query(
        'select extract(epoch from refresh_at - now())::int as rest from mcp.mcp_servers',
      );
      rests.push(rows[0].rest);
    }
    expect(rests.map((seconds) => Math.round(seconds / 60))).toEqual([10, 20, 40]);
    await catalogue.markDue(server.id);
    expect(await catalogue.claimDue(10)).toEqual([]);
  });
});
