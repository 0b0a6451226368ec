import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '../../../..');
const table = readFileSync(join(root, 'docs/operations/observability.md'), 'utf8');

it('every metric is in the table for operators, and no other', () => {
  const made = globSync('{services,packages}/*/src/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .filter((text) => /\bMetrics\b/.test(text))
    .flatMap((text) => Array.from(text.matchAll(/'(lectern_\w+)'/g), ([, name = '']) => name));
  const told = Array.from(table.matchAll(/\blectern_\w+/g), ([name]) => name);
  expect(made).toContain('lectern_http_request_duration_seconds');
  expect(made.filter((name) => !told.includes(name))).toEqual([]);
  expect(told.filter((name) => !made.includes(name))).toEqual([]);
});
