import { describe, expect, it } from '@jest/globals';
import { FairQueue } from './fair-queue.ts';

const turnsOf = (options = {}) =>
  new FairQueue({ maxRunning: 1, maxWaiting: 6, maxWaitingPerTenant: 4, ...options });

/** Work that ends on demand. */
function heldWork() {
  const held = Promise.withResolvers<void>();
  return { work: () => held.promise, end: () => held.resolve() };
}

describe('FairQueue', () => {
  it('serves tenants in turn, and the tasks of a tenant in order', async () => {
    const turns = turnsOf();
    const first = heldWork();
    const done: string[] = [];
    const run = (owner: string, name: string) =>
      turns.run({ owner }, async () => void done.push(name));
    const all = [
      turns.run({ owner: 'a' }, first.work),
      run('a', 'a1'),
      run('a', 'a2'),
      run('a', 'a3'),
      run('b', 'b1'),
    ];
    first.end();
    await Promise.all(all);
    expect(done).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  it('runs as many at once as it may, and goes on after a failure', async () => {
    const turns = turnsOf({ maxRunning: 2 });
    const held = [heldWork(), heldWork()];
    const running = held.map(({ work }) => turns.run({ owner: 'a' }, work));
    let hasStarted = false;
    const third = turns.run({ owner: 'a' }, async () => {
      hasStarted = true;
      throw new Error('broken');
    });
    await Promise.resolve();
    expect(hasStarted).toBe(false);
    held[0]?.end();
    await expect(third).rejects.toThrow('broken');
    held[1]?.end();
    await Promise.all(running);
    await expect(turns.run({ owner: 'a' }, async () => 'next')).resolves.toBe('next');
  });

  it('runs only so many of a tenant at once, and those of others meanwhile', async () => {
    const turns = turnsOf({ maxRunning: 3, maxRunningPerTenant: 1 });
    const held = [heldWork(), heldWork()] as const;
    const done: string[] = [];
    const all = [
      turns.run({ owner: 'a' }, held[0].work),
      turns.run({ owner: 'a' }, async () => void done.push('a2')),
      turns.run({ owner: 'b' }, held[1].work),
      turns.run({ owner: 'c' }, async () => void done.push('c1')),
    ];
    await all[3];
    expect(done).toEqual(['c1']);
    held[1].end();
    await all[2];
    expect(done).toEqual(['c1']);
    held[0].end();
    await Promise.all(all);
    expect(done).toEqual(['c1', 'a2']);
  });

  it('refuses who has too many waiting, and lets others wait', async () => {
    const turns = turnsOf({ maxWaitingPerPerson: 2 });
    const first = heldWork();
    const ask = (owner: string, person: string) => turns.run({ owner, person }, async () => person);
    const all: Promise<unknown>[] = [turns.run({ owner: 'a' }, first.work)];
    all.push(ask('a', 'ada'), ask('a', 'ada'));
    const refusal = { code: 'rate_limited', details: { retry_after: expect.any(Number) } };
    await expect(ask('a', 'ada')).rejects.toMatchObject(refusal);
    all.push(ask('a', 'ben'), ask('a', 'ben'));
    await expect(ask('a', 'cleo')).rejects.toMatchObject(refusal);
    all.push(ask('b', 'dora'), ask('c', 'eve'));
    first.end();
    await Promise.all(all);
  });

  it('gives the last place of who has the most waiting to who has fewer, when all are taken', async () => {
    const turns = turnsOf({ maxWaiting: 3 });
    const first = heldWork();
    const running = turns.run({ owner: 'a' }, first.work);
    const ask = (owner: string, name: string) => turns.run({ owner }, async () => name);
    const [kept, second, last] = [ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3')];
    const refusal = { code: 'service_unavailable' };
    await expect(ask('a', 'a4')).rejects.toMatchObject(refusal);
    const other = ask('b', 'b1');
    await expect(last).rejects.toMatchObject(refusal);
    const third = ask('c', 'c1');
    await expect(second).rejects.toMatchObject(refusal);
    await expect(ask('d', 'd1')).rejects.toMatchObject(refusal);
    first.end();
    await running;
    expect(await Promise.all([kept, other, third])).toEqual(['a1', 'b1', 'c1']);
  });

  it('lets go of who leaves while waiting', async () => {
    const turns = turnsOf({ maxWaitingPerTenant: 1 });
    const first = heldWork();
    const running = turns.run({ owner: 'a' }, first.work);
    const leaving = new AbortController();
    const left = turns.run({ owner: 'a', signal: leaving.signal }, async () => 'never');
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    const next = turns.run({ owner: 'a' }, async () => 'next');
    first.end();
    expect([await running, await next]).toEqual([undefined, 'next']);
  });
});
