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

/** Copies the files that pdf.js loads while rendering: character maps, fonts and image decoders. */
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

/** Provides a module `virtual:NAME` with these exports. */
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

/** Provides the endpoint table without its schemas to the page's client. */
function endpointRoutes(): Plugin {
  const routes = Object.fromEntries(
    Object.entries(endpoints).map(([name, { method, path }]) => [name, { method, path }]),
  );
  return madeModule('endpoint-routes', { routes });
}

/**
 * Provides the sample collection of `npm start` to other organisations. Its texts are loaded on
 * demand.
 */
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
    // For older targets, light-dark() is rewritten in a way that ignores the colour scheme switch.
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    // The page's policy allows no data: addresses for scripts and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Read and removed by scripts/build-web.mjs, which measures the first load.
    manifest: 'manifest.json',
    reportCompressedSize: false,
    // One chunk of small modules that most pages share compresses better than a chunk for each.
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: 'shared', maxModuleSize: 2_000, minShareCount: 20 }] },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8000' } },
});
