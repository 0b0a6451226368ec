import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findSimilarName } from '@lectern/service/similar-name';
import { repositoryFolder } from './suite-processes.ts';

/**
 * Variables that are no setting and look like one, with the setting that may be meant. Every setting
 * stands in `.env.example`.
 */
export function findMisspeltSettings(
  environment: Readonly<Record<string, string | undefined>>,
): { readonly given: string; readonly meant: string }[] {
  const page = readFileSync(join(repositoryFolder, '.env.example'), 'utf8');
  const settings = [...page.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].flatMap(([, name]) => name ?? []);
  const known = new Set(settings.flatMap((name) => [name, `${name}_FILE`]));
  return Object.keys(environment).flatMap((given) => {
    if (!environment[given] || known.has(given) || !given.includes('_')) return [];
    const meant = findSimilarName(given, settings);
    return meant ? [{ given, meant }] : [];
  });
}
