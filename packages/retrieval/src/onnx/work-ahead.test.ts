import { describe, expect, it } from '@jest/globals';
import { WorkAhead } from './work-ahead.ts';

const tasks = (count: number, length = 100) =>
  Array.from({ length: count }, () => ({ kind: 'embed' as const, text: 'x'.repeat(length) }));
const [one] = tasks(1) as [ReturnType<typeof tasks>[number]];

describe('WorkAhead', () => {
  it('estimates by the pace of late and by what others wait for', () => {
    const ahead = new WorkAhead();
    ahead.note(one, 20);
    ahead.begin(tasks(5));
    expect(ahead.estimateMs(tasks(5), 1)).toBeCloseTo(200);
    expect(ahead.estimateMs(tasks(5), 2)).toBeCloseTo(100);
    for (let round = 0; round < 100; round += 1) ahead.note(one, 40);
    expect(ahead.estimateMs(tasks(5), 1)).toBeCloseTo(400, 0);
  });

  it('counts what is done or no longer wanted no more', () => {
    const ahead = new WorkAhead();
    ahead.note(one, 20);
    const [first, second] = [ahead.begin(tasks(5)), ahead.begin(tasks(10))];
    first.done(one);
    expect(ahead.estimateMs(tasks(1), 1)).toBeCloseTo(300);
    second.end();
    expect(ahead.estimateMs(tasks(1), 1)).toBeCloseTo(100);
    first.end();
    expect(ahead.estimateMs(tasks(1), 1)).toBe(0);
  });

  it('counts a task that ends after its work was given up only once', () => {
    const ahead = new WorkAhead();
    ahead.note(one, 20);
    const failed = ahead.begin(tasks(2));
    failed.end();
    failed.done(one);
    ahead.begin(tasks(5));
    expect(ahead.estimateMs(tasks(5), 1)).toBeCloseTo(200);
  });

  it('lets work be tried where nothing is before it, however slow it was', () => {
    const ahead = new WorkAhead();
    ahead.note(one, 60_000);
    expect(ahead.estimateMs(tasks(50), 1)).toBe(0);
  });

  it('counts of a long text what a model reads', () => {
    const ahead = new WorkAhead();
    ahead.note(one, 100);
    ahead.begin(tasks(1, 1_000_000));
    expect(ahead.estimateMs([one], 1)).toBeCloseTo(2_100);
  });
});
