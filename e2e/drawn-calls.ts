import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from '@lectern/local';

/** Returns `from -> to` of the first list in the section "Who calls whom" of ARCHITECTURE.md. */
export function readDrawnCalls(): string[] {
  const text = readFileSync(join(repositoryFolder, 'ARCHITECTURE.md'), 'utf8');
  const [, section = ''] = text.split('## Who calls whom\n');
  const [, list = ''] = section.split('```');
  return list
    .trim()
    .split('\n')
    .map((line) => line.split(':')[0]?.trim() ?? '');
}
