import { describe, expect, it } from '@jest/globals';
import { IndexUnavailableError } from '../index-errors.ts';
import { SearchSlots } from './search-slots.ts';

function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { promise, open: resolve };
}

const acme = { owner: 'acme' };

describe('SearchSlots', () => {
  it('runs at most so many at a time, in the order of asking', async () => {
    const slots = new SearchSlots(2);
    const gates = Array.from({ length: 5 }, gate);
    const started: number[] = [];
    const runs = gates.map(({ promise }, index) =>
      slots.run(async () => {
        started.push(index);
        await promise;
      }, acme),
    );
    await Promise.resolve();
    expect(started).toEqual([0, 1]);
    for (const { open } of gates) open();
    await Promise.all(runs);
    expect(started).toEqual([0, 1, 2, 3, 4]);
  });

  it('runs follow-ups before those that wait longer, in their own order', async () => {
    const slots = new SearchSlots(1);
    const { promise, open } = gate();
    const started: string[] = [];
    const start = (name: string, isFollowUp: boolean) =>
      slots.run(
        async () => {
          started.push(name);
          await promise;
        },
        { ...acme, isFollowUp },
      );
    const runs = [
      start('first', false),
      start('second', false),
      start('third', false),
      start('follow-up', true),
      start('another', true),
    ];
    open();
    await Promise.all(runs);
    expect(started).toEqual(['first', 'follow-up', 'another', 'second', 'third']);
  });

  it('serves tenants in turn, however many searches each has queued', async () => {
    const slots = new SearchSlots(1);
    const { promise, open } = gate();
    const started: string[] = [];
    const start = (owner: string, isFollowUp = false) =>
      slots.run(
        async () => {
          started.push(owner);
          await promise;
        },
        { owner, isFollowUp },
      );
    const runs = [
      ...Array.from({ length: 4 }, () => start('acme')),
      start('acme', true),
      start('globex'),
      start('globex'),
    ];
    open();
    await Promise.all(runs);
    expect(started).toEqual(['acme', 'acme', 'globex', 'acme', 'globex', 'acme', 'acme']);
  });

  it('gives a slot back after a failure', async () => {
    const slots = new SearchSlots(1);
    await expect(slots.run(() => Promise.reject(new Error('broken')), acme)).rejects.toThrow(
      'broken',
    );
    await expect(slots.run(async () => 'fine', acme)).resolves.toBe('fine');
  });

  it('leaves out what nobody waits for any more', async () => {
    const slots = new SearchSlots(1);
    const { promise, open } = gate();
    const first = slots.run(() => promise, acme);
    const controller = new AbortController();
    let ran = false;
    const second = slots.run(
      async () => {
        ran = true;
      },
      { ...acme, signal: controller.signal },
    );
    controller.abort();
    open();
    await first;
    await expect(second).rejects.toThrow();
    expect(ran).toBe(false);
  });

  it('refuses when far too many wait', async () => {
    const slots = new SearchSlots(0);
    const waiting = Array.from({ length: 2_000 }, () => slots.run(async () => {}, acme));
    await expect(slots.run(async () => {}, acme)).rejects.toBeInstanceOf(IndexUnavailableError);
    expect(waiting).toHaveLength(2_000);
  });
});
