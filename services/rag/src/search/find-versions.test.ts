import { expect, it } from '@jest/globals';
import { compareVersions, readVersionTitle } from './find-versions.ts';

it.each([
  ['Travel policy 2022', 'Travel policy 2025'],
  ['Fire rules, edition of 2019', 'Fire rules, edition of 2024'],
  ['Handbook v1.9', 'Handbook v1.10'],
  ['manual_2.3.pdf', 'manual_2.4.pdf'],
  ['Устав 2019', 'Устав 2021'],
])('reads "%s" as an older version of "%s"', (older, newer) => {
  const [a, b] = [readVersionTitle(older), readVersionTitle(newer)];
  expect(a?.name).toBe(b?.name);
  expect(a && b && compareVersions(a, b)).toBeLessThan(0);
});

it.each([
  ['Fault ERR-4711', 'Fault ERR-4712'],
  ['Invoice 2024-001', 'Invoice 2024-002'],
  ['Chapter 1', 'Chapter 2'],
  ['Travel policy 2022', 'Expense policy 2025'],
])('reads "%s" and "%s" as different documents', (one, other) => {
  const [a, b] = [readVersionTitle(one), readVersionTitle(other)];
  expect(a && b && a.name === b.name).not.toBe(true);
});
