import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Texts } from './define-texts.ts';

const pageFolder = join(import.meta.dirname, '..');
const contractsFolder = join(pageFolder, '../../contracts/src');

/** Their keys are codes that services send. */
const namedByServices = ['api/error-texts.ts', 'api/tool-failure-texts.ts', 'api/warning-texts.ts'];

const textFiles = globSync('**/*-texts.ts', {
  cwd: pageFolder,
  exclude: [...namedByServices, 'i18n/define-texts.ts'],
});

const page = globSync('**/*.{ts,tsx}', { cwd: pageFolder })
  .filter((file) => !file.endsWith('-texts.ts') && !file.includes('.test.'))
  .map((file) => readFileSync(join(pageFolder, file), 'utf8'))
  .join('\n');
/** Values of contracts, which the page takes as keys. */
const values = globSync('**/*.ts', { cwd: contractsFolder })
  .map((file) => readFileSync(join(contractsFolder, file), 'utf8'))
  .join('\n');

function isRead(key: string): boolean {
  const [prefix] = key.split('_');
  return (
    new RegExp(`\\.${key}\\b|'${key}'|\\b${key}: `).test(page) ||
    new RegExp(`'${key}'|\\b${key}:`).test(values) ||
    (key.includes('_') && page.includes(`[\`${prefix}_\${`))
  );
}

describe('texts of the page', () => {
  it.each(textFiles)('in %s are all read', async (file) => {
    const tables = Object.values<Texts>(await import(join(pageFolder, file)));
    const keys = tables.flatMap(({ en }) => Object.keys(en));
    expect(keys).not.toEqual([]);
    expect(keys.filter((key) => !isRead(key))).toEqual([]);
  });
});
