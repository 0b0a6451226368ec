import { globSync, readFileSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endpoints } from '@lectern/contracts';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const { version: pdfVersion } = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')), 'utf8'),
);
const pdfAddress = `assets/pdf-${pdfVersion}`;
const pdfFolder = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')));

/** What pdf.js fetches while it draws: character maps, standard fonts, decoders of pictures. */
function pdfFiles(): Plugin {
  let outFolder = '';
  return {
    name: 'pdf-files',
    apply: 'build',
    configResolved(config) {
      outFolder = config.build.outDir;
    },
    async closeBundle() {
      for (const name of ['cmaps', 'standard_fonts', 'wasm']) {
        const target = join(outFolder, pdfAddress, name);
        await mkdir(target, { recursive: true });
        await cp(join(pdfFolder, name), target, {
          recursive: true,
          filter: (file) => !file.endsWith('.wasm'),
        });
      }
    },
  };
}

/** A module `virtual:NAME` that the build makes: names and what they hold. */
function madeModule(name: string, values: Readonly<Record<string, unknown>>): Plugin {
  const id = `virtual:${name}`;
  const code = Object.entries(values)
    .map(([key, value]) => `export const ${key} = ${JSON.stringify(value)};`)
    .join('\n');
  return {
    name,
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (source) => (source === `\0${id}` ? code : undefined),
  };
}

/** The endpoint table without its schemas, for the client of the page. */
function endpointRoutes(): Plugin {
  const routes = Object.fromEntries(
    Object.entries(endpoints).map(([name, { method, path }]) => [name, { method, path }]),
  );
  return madeModule('endpoint-routes', { routes });
}

/** What `npm start` gives the first organisation, for the others. The texts are fetched when wanted. */
function sampleCollection(): Plugin[] {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const { name, description, patterns } = JSON.parse(
    readFileSync(join(root, 'docs/sample-collection.json'), 'utf8'),
  );
  const files = globSync(patterns, { cwd: root })
    .sort()
    .map((path) => ({ name: basename(path), text: readFileSync(join(root, path), 'utf8') }));
  return [
    madeModule('sample-collection', { name, description }),
    madeModule('sample-documents', { files }),
  ];
}

export default defineConfig({
  plugins: [react(), pdfFiles(), endpointRoutes(), sampleCollection()],
  define: { __PDF_FILES__: JSON.stringify(`/${pdfAddress}/`) },
  build: {
    target: 'es2023',
    // Older ones would get light-dark() rewritten in a way that the colour scheme switch does not reach.
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    // No file may become a data address: the policy of the page allows none for scripts and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Read and removed by scripts/build-web.mjs, which measures the first load by it.
    manifest: 'manifest.json',
    reportCompressedSize: false,
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8000' } },
});
