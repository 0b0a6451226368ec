import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { maxFirstLoadBytes, measureFirstLoad } from './measure-first-load.mjs';
import { nodeFile, repositoryFolder } from './repository.mjs';
import { runProgram } from './run-program.mjs';

const webFolder = join(repositoryFolder, 'packages/web');
const builtFolder = join(webFolder, 'dist');
const stampName = 'sources.sha256';
/** The page contains the sample collection without pictures. */
const documents = ['README.md', 'SECURITY.md', 'docs'];
const sources = ['packages/web', 'packages/contracts/src', 'pnpm-lock.yaml', ...documents];
const leftOut = new Set(['node_modules', 'dist', 'screenshots', 'decisions']);

/** Builds the page, unless the present build has the same sources. */
export async function buildWebWhenStale() {
  const stamp = hashSources();
  if (readStamp() === stamp) return;
  const startedAt = Date.now();
  // Built in another folder, so that the old page is served until the end.
  const freshFolder = `${builtFolder}-${process.pid}`;
  await runVite(freshFolder, [`--outDir=${freshFolder}`]);
  await runVite(freshFolder, [
    '--config=vite.mcp-app.config.ts',
    `--outDir=${freshFolder}/mcp-app`,
  ]);
  const bytes = measureFirstLoad(freshFolder);
  if (bytes > maxFirstLoadBytes) {
    rmSync(freshFolder, { recursive: true, force: true });
    console.error(
      `The page's first load is ${bytes} bytes of script, more than ${maxFirstLoadBytes}.`,
    );
    process.exit(1);
  }
  rmSync(join(freshFolder, 'manifest.json'));
  writeFileSync(join(freshFolder, stampName), stamp);
  rmSync(builtFolder, { recursive: true, force: true });
  renameSync(freshFolder, builtFolder);
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  console.error(`Built the page in ${seconds} s; its first load is ${bytes} bytes of script`);
}

async function runVite(freshFolder, parameters) {
  const removeFresh = () => rmSync(freshFolder, { recursive: true, force: true });
  const { status, output } = await runProgram(
    nodeFile,
    [join(webFolder, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel=warn', ...parameters],
    { cwd: webFolder, stdio: ['ignore', 'pipe', 'pipe'], onStopped: removeFresh },
  );
  if (status === 0) return;
  removeFresh();
  console.error(output);
  console.error('The page could not be built.');
  process.exit(1);
}

function readStamp() {
  const file = join(builtFolder, stampName);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** Changes with the name or the content of any file that the page is built from. */
function hashSources() {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of listFiles(join(repositoryFolder, source))) {
      hash
        .update(`${relative(repositoryFolder, file)}\0`)
        .update(readFileSync(file))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

function listFiles(path) {
  if (!existsSync(path)) return [];
  let entries;
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch {
    return [path];
  }
  return entries
    .filter(({ name }) => !leftOut.has(name) && !name.startsWith('dist-'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const inner = join(path, entry.name);
      return entry.isDirectory() ? listFiles(inner) : [inner];
    });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWebWhenStale();
