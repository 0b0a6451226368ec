import { expect, it } from '@jest/globals';
import { compareVersions, isNamedAsNewer, isNamedIn, readVersionName } from './find-versions.ts';

it.each([
  ['Travel policy 2022', 'Travel policy 2025'],
  ['Fire rules, edition of 2019', 'Fire rules, edition of 2024'],
  ['Handbook v1.9', 'Handbook v1.10'],
  ['manual_2.3.pdf', 'manual_2.4.pdf'],
  ['Устав 2019', 'Устав 2021'],
  ['Price list 12/2023', 'Price list 03/2024'],
  ['Preisliste (Stand 30.11.2023)', 'Preisliste (Stand 01.03.2024)'],
  ['plan_20231130', 'plan_20240301'],
  ['Figures Q4 2023', 'Figures Q1 2024'],
  ['Reglement v9', 'Reglement v10'],
  ['Diving rules, version 2', 'Diving rules, version 4'],
  ['Crew manual, rev. A', 'Crew manual, rev. C'],
  ['wiring_rev_3.pdf', 'wiring_rev_12.pdf'],
  ['Price list, September 2023', 'Price list, May 2024'],
  ['Preisliste vom 3. März 2024', 'Preisliste vom 12. März 2024'],
  ['Устав от 5 марта 2019', 'Устав от 1 января 2021'],
  ['Minutes of May 4, 2024', 'Minutes of May 14, 2024'],
])('reads "%s" as an older version of "%s"', (older, newer) => {
  const [a, b] = [readVersionName(older), readVersionName(newer)];
  expect(a?.name).toBe(b?.name);
  expect(a && b && compareVersions(a, b)).toBeLessThan(0);
});

it.each([
  ['Fault ERR-4711', 'Fault ERR-4712'],
  ['Invoice 2024-001', 'Invoice 2024-002'],
  ['Chapter 1', 'Chapter 2'],
  ['March', 'May'],
  ['Review A', 'Review B'],
  ['Verordnung 12', 'Verordnung 13'],
  ['Order 20240001', 'Order 20240002'],
  ['Travel policy 2022', 'Expense policy 2025'],
])('reads "%s" and "%s" as different documents', (one, other) => {
  const [a, b] = [readVersionName(one), readVersionName(other)];
  expect(a && b && a.name === b.name).not.toBe(true);
});

it('reads from metadata which document replaces which', () => {
  const document = (external_id: string, metadata = {}) => ({
    document_id: `id of ${external_id}`,
    title: `Rules ${external_id}`,
    file_name: null,
    external_id,
    url: null,
    metadata,
  });
  const newer = document('B', { supersedes: ['a', 'c'] });
  expect(isNamedAsNewer(newer, document('A'))).toBe(true);
  expect(isNamedAsNewer(document('A'), newer)).toBe(false);
  expect(isNamedAsNewer(newer, document('A1'))).toBe(false);
  const older = document('D', { replaced_by: 'Rules B' });
  expect(isNamedAsNewer(newer, older)).toBe(true);
});

it.each([
  ['what does revision 2 say', ['Safety sheet rev. 2', 'Safety sheet rev. 5'], true],
  ['what does version 2 say', ['Safety sheet v2.1', 'Safety sheet v3.0'], true],
  ['what does revision 2 say', ['Safety sheet rev. 21', 'Safety sheet rev. 25'], false],
  ['was kostete es im märz 2022', ['Preisliste 03/2022', 'Preisliste 09/2024'], true],
  ['was kostete es im mai 2022', ['Preisliste 03/2022', 'Preisliste 09/2023'], true],
])('reads in "%s" that one of %j is named: %s', (asked, names, isNamed) => {
  expect(
    isNamedIn(
      asked,
      names.flatMap((name) => readVersionName(name) ?? []),
    ),
  ).toBe(isNamed);
});

it.each([
  ['what did it cost in 2023', true],
  ['price list 2023-06', true],
  ['what does it cost', false],
  ['what did it cost in 2022', false],
])('reads in "%s" that a version is named: %s', (asked, isNamed) => {
  const versions = ['Price list 2023-06', 'Price list 2024-09'].flatMap(
    (name) => readVersionName(name) ?? [],
  );
  expect(isNamedIn(asked, versions)).toBe(isNamed);
});
