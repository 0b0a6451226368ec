import { describe, expect, it } from '@jest/globals';
import { findExpired, nameBackup, sortBackups, timeOfBackup } from './keep-backups.ts';

const now = new Date('2026-03-31T02:00:00Z');
const daysAgo = (days: number) => nameBackup(new Date(now.getTime() - days * 86_400_000));

describe('findExpired', () => {
  it('names what is older than the days and not among the newest', () => {
    const names = [daysAgo(1), daysAgo(40), daysAgo(10), daysAgo(50)];
    expect(findExpired(names, { count: 2, days: 30 }, now)).toEqual([daysAgo(50), daysAgo(40)]);
    expect(findExpired(names, { count: 3, days: 30 }, now)).toEqual([daysAgo(50)]);
  });

  it('leaves the newest ones when no backup succeeds any more', () => {
    const names = [daysAgo(400), daysAgo(399), daysAgo(398)];
    expect(findExpired(names, { count: 3, days: 30 }, now)).toEqual([]);
  });

  it('never names a file that is no backup', () => {
    const names = ['notes.txt', `${daysAgo(90)}.partial`, daysAgo(90)];
    expect(findExpired(names, { count: 0, days: 30 }, now)).toEqual([daysAgo(90)]);
  });
});

it('reads the time of a backup from its name', () => {
  expect(timeOfBackup(nameBackup(now))).toEqual(now);
  expect(timeOfBackup('site.tar.zst')).toBeUndefined();
  expect(sortBackups([daysAgo(1), 'x', daysAgo(2)])).toEqual([daysAgo(2), daysAgo(1)]);
});
