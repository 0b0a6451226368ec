import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('..', import.meta.url));
const notProduct = /\.(test|suite)\.tsx?$|__fixtures__|^packages\/testing\//;
/** Returns the modules that a file imports statically, without types and built files of the page. */
const staticImport =
  /^(?:import|export)\s(?!type\s)(?:[^;'"]*?\sfrom\s)?'((?!virtual:)[^'.#][^']*)';/gm;

const folders = globSync('{packages,services}/*/package.json', { cwd: root }).map((file) =>
  file.split(sep).slice(0, 2).join('/'),
);

// Images are installed without development dependencies.
it.each(folders)('%s depends on all that its product code imports', (folder) => {
  const { dependencies = {}, name } = JSON.parse(
    readFileSync(join(root, folder, 'package.json'), 'utf8'),
  );
  const known = new Set([...Object.keys(dependencies), name]);
  const files = globSync(`${folder}/src/**/*.{ts,tsx}`, { cwd: root });
  const missing = files
    .filter((file) => !notProduct.test(file))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(staticImport)]
        .filter(([, specifier = '']) => !isBuiltin(specifier) && !known.has(packageOf(specifier)))
        .map(([, specifier]) => `${file}: ${specifier}`),
    );
  expect(missing).toEqual([]);
});

function packageOf(specifier: string): string {
  const [scope = '', name = ''] = specifier.split('/');
  return specifier.startsWith('@') ? `${scope}/${name}` : scope;
}
