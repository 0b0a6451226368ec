import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import * as texts from './en/index.ts';
import * as pageTexts from './en/page-texts.ts';
import { textsByCode } from './texts.ts';

const pageFolder = join(import.meta.dirname, '..');
const contractsFolder = join(pageFolder, '../../contracts/src');

/** Services send the keys of these. */
const keyedByCode = new Set<string>(textsByCode.filter((feature) => feature !== 'auditActions'));

const page = readAll(pageFolder, '**/*.{ts,tsx}');
/** The page uses values of contracts as keys. */
const values = readAll(contractsFolder, '**/*.ts');

function readAll(folder: string, pattern: string): string {
  return globSync(pattern, { cwd: folder })
    .filter((file) => !file.startsWith('i18n/') && !file.includes('.test.'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
}

function isUsed(key: string): boolean {
  const [prefix] = key.split('_');
  return (
    new RegExp(`\\.${key}\\b|'${key}'|\\b${key}: `).test(page) ||
    new RegExp(`'${key}'|\\b${key}:`).test(values) ||
    (key.includes('_') && page.includes(`[\`${prefix}_\${`))
  );
}

describe('texts of the page', () => {
  const features = Object.entries({ ...texts, ...pageTexts }).filter(
    ([feature]) => !keyedByCode.has(feature),
  );
  it.each(features)('of %s are all used', (_feature, { ...keys }) => {
    expect(Object.keys(keys).filter((key) => !isUsed(key))).toEqual([]);
  });
});
