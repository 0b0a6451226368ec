import { expect, test } from '@jest/globals';
import { readField, writeField } from './query-fields.ts';

test.each([
  ['otters', 'type', undefined],
  ['otters Type:pdf', 'type', 'pdf'],
  ['author:"Ann Lee" otters', 'author', 'Ann Lee'],
  ['otters -type:pdf', 'type', undefined],
] as const)('the query %j has the %s %s', (query, field, value) => {
  expect(readField(query, field)).toBe(value);
});

test.each([
  ['otters', 'author', 'Ann Lee', 'otters author:"Ann Lee"'],
  ['type:pdf otters type:word', 'type', 'html', 'otters type:html'],
  ['otters after:2024 dams', 'after', undefined, 'otters dams'],
] as const)('the query %j with the %s %s is %j', (query, field, value, expected) => {
  expect(writeField(query, field, value)).toBe(expected);
});
