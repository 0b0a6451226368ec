import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

// Makes `dist` a package of its own: one file without dependencies, for Node 24.
const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const { name, version, license, type } = JSON.parse(await readFile(folder('package.json'), 'utf8'));

await rm(folder('dist'), { recursive: true, force: true });
await mkdir(folder('dist/bin'), { recursive: true });
await build({
  input: folder('src/main.ts'),
  platform: 'node',
  logLevel: 'warn',
  output: {
    file: folder('dist/bin/lectern.mjs'),
    format: 'esm',
    codeSplitting: false,
    minify: true,
  },
});
const manifest = {
  name,
  version,
  description: 'Lectern from a terminal: upload, search, ask, and an MCP server over stdio.',
  license,
  type,
  bin: { lectern: 'bin/lectern.mjs' },
  files: ['bin'],
  engines: { node: '>=24' },
};
await writeFile(folder('dist/package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
await copyFile(folder('../../LICENSE'), folder('dist/LICENSE'));
