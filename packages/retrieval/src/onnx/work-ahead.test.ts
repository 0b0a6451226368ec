import { describe, expect, it } from '@jest/globals';
import { WorkAhead } from './work-ahead.ts';

const tasks = (count: number, length = 100) =>
  Array.from({ length: count }, () => ({ kind: 'embed' as const, text: 'x'.repeat(length) }));
const [one] = tasks(1) as [ReturnType<typeof tasks>[number]];

describe('WorkAhead', () => {
  it('lets as many fit as the pace of late and what others wait for leave time', () => {
    const ahead = new WorkAhead();
    ahead.note(one, 20);
    expect(ahead.countFitting(tasks(50), 1_000, 1)).toBe(40);
    ahead.begin(tasks(5));
    expect(ahead.countFitting(tasks(50), 1_000, 1)).toBe(35);
    expect(ahead.countFitting(tasks(100), 1_000, 2)).toBe(75);
    expect(ahead.countFitting(tasks(10), 1_000, 1)).toBe(10);
    for (let round = 0; round < 200; round += 1) ahead.note(one, 40);
    expect(ahead.countFitting(tasks(50), 1_010, 1)).toBe(15);
  });

  it('counts what is done or no longer wanted no more, and each task once', () => {
    const ahead = new WorkAhead();
    ahead.note(one, 20);
    const [first, second] = [ahead.begin(tasks(5)), ahead.begin(tasks(10))];
    first.done(one);
    expect(ahead.countFitting(tasks(50), 1_000, 1)).toBe(26);
    second.end();
    second.done(one);
    expect(ahead.countFitting(tasks(50), 1_000, 1)).toBe(36);
    first.end();
    expect(ahead.countFitting(tasks(50), 1_000, 1)).toBe(40);
  });

  it('lets one be tried where nothing is before it, however slow it was, and none else', () => {
    const ahead = new WorkAhead();
    ahead.note(one, 60_000);
    expect(ahead.countFitting(tasks(50), 1_000, 1)).toBe(1);
    ahead.begin([one]);
    expect(ahead.countFitting(tasks(50), 1_000, 1)).toBe(0);
  });

  it('counts of a long text what a model reads', () => {
    const ahead = new WorkAhead();
    ahead.note(one, 10);
    ahead.begin(tasks(1, 1_000_000));
    expect(ahead.countFitting(tasks(50), 1_000, 1)).toBe(50);
    expect(ahead.countFitting(tasks(50), 500, 1)).toBe(20);
  });

  it('lets all fit before it knows the pace', () => {
    expect(new WorkAhead().countFitting(tasks(50), 1, 1)).toBe(50);
  });
});
