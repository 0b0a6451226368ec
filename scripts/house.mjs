// Prints the size of the repository: lines, files, words, settings, circles. `npm run house` counts
// this tree; `-- --at FOLDER` (a checkout) or `-- --since COMMIT` prints an older one beside it.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryFolder } from './repository.mjs';

const isCode = (file) => /\.tsx?$/.test(file);
const isTest = (file) => /\.(test|suite)\.tsx?$|(^|\/)(test|__fixtures__)\//.test(file);
const isProductOrTest = (file) => /^(services|packages)\//.test(file);
const vagueBeginnings = ['What', 'Of', 'Whether', 'Who'];
const addressSettings = {
  GATEWAY_URL: 'gateway',
  LLM_SERVICE_URL: 'llm',
  MCP_SERVICE_URL: 'mcp',
  RAG_SERVICE_URL: 'rag',
};

/** Returns the figures of a checkout, by name; undefined where it cannot be counted. */
function countHouse(folder) {
  const files = git(folder, 'ls-files')
    .split('\n')
    .filter((file) => existsSync(join(folder, file)));
  const read = (file) => readFileSync(join(folder, file), 'utf8');
  const code = files.filter(isCode).map((file) => ({ file, text: read(file) }));
  const product = code.filter(({ file }) => isProductOrTest(file) && !isTest(file));
  const sizes = product.map(({ text }) => countLines(text)).sort((a, b) => a - b);
  const linesOf = (condition) =>
    sum(code.filter(({ file }) => condition(file)).map(({ text }) => countLines(text)));

  const byPackage = {};
  for (const { file, text } of product) {
    const name = file.split('/', 2).join('/');
    byPackage[name] = (byPackage[name] ?? 0) + countLines(text);
  }
  const markdown = files.filter((file) => file.endsWith('.md'));
  const wordsOf = new Map(markdown.map((file) => [file, countWords(read(file))]));
  const decisions = markdown.filter((file) => /^docs\/decisions\/\d/.test(file));
  const docstrings = countDocstrings(code.map(({ text }) => text).join('\n'));
  const calls = readCalls(folder, code);
  return {
    'product lines': sum(sizes),
    ...Object.fromEntries(Object.entries(byPackage).map(([name, lines]) => [`  ${name}`, lines])),
    'product files': sizes.length,
    'files under 30 lines': sizes.filter((size) => size < 30).length,
    'median lines a file': sizes[Math.floor(sizes.length / 2)] ?? 0,
    'unit test lines': linesOf((file) => isProductOrTest(file) && isTest(file)),
    'e2e lines': linesOf((file) => file.startsWith('e2e/')),
    'bench lines': linesOf((file) => file.startsWith('bench/')),
    'script lines': sum(
      files
        .filter((file) => /^scripts\/.+\.(mjs|sh)$/.test(file))
        .map((file) => countLines(read(file))),
    ),
    'words of Markdown': sum([...wordsOf.values()]),
    decisions: decisions.length,
    'decisions over 500 words': decisions.filter((file) => wordsOf.get(file) > 500).length,
    settings: files.includes('.env.example') ? countSettings(read('.env.example')) : 0,
    'circles of imports': countImportCircles(folder),
    'calls between services': calls.length,
    'of them in a circle, leaf calls aside': findCallsInCircles(
      calls.filter(({ isLeaf }) => !isLeaf),
    ).length,
    docstrings: docstrings.all,
    ...Object.fromEntries(
      vagueBeginnings.map((word) => [`  that begin with ${word}`, docstrings[word]]),
    ),
  };
}

/** Counts the docstrings of a source text, and those that begin with each vague word. */
function countDocstrings(text) {
  const first = Array.from(text.matchAll(/\/\*\*\s*(?:\*\s*)?([^\s*]+)/g), ([, word]) => word);
  return {
    all: first.length,
    ...Object.fromEntries(
      vagueBeginnings.map((word) => [word, first.filter((begin) => begin === word).length]),
    ),
  };
}

function countSettings(exampleFile) {
  return new Set(Array.from(exampleFile.matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm), ([, name]) => name))
    .size;
}

/**
 * Returns the `from -> to: reason` lines of the list under "Who calls whom". A reason that ends with
 * `, a leaf` marks a call that may go back, since its callee calls nobody in turn.
 */
function parseCalls(architecture) {
  const section = /^## Who calls whom$([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(architecture)?.[1];
  return Array.from(
    (section ?? '').matchAll(/^\s*([a-z-]+) -> ([a-z-]+)\s*:(.*)$/gm),
    ([, from, to, reason]) => ({ from, to, isLeaf: /, a leaf\s*$/.test(reason) }),
  );
}

/** Returns the calls whose callee can come back to their caller. */
function findCallsInCircles(calls) {
  const reaches = (from, goal, seen = new Set()) =>
    from === goal ||
    calls
      .filter((call) => call.from === from && !seen.has(call.to))
      .some(({ to }) => reaches(to, goal, seen.add(to)));
  return calls.filter(({ from, to }) => reaches(to, from));
}

/** Reads the list of ARCHITECTURE.md, or the addresses in the services' settings where it has none. */
function readCalls(folder, code) {
  const drawn = parseCalls(readIfThere(join(folder, 'ARCHITECTURE.md')));
  const services = new Set(Object.values(addressSettings));
  const between = drawn.filter(({ from, to }) => services.has(from) && services.has(to));
  if (between.length > 0) return between;
  return code.flatMap(({ file, text }) => {
    const from = /^services\/([^/]+)\/src\/config\.ts$/.exec(file)?.[1];
    if (from === undefined) return [];
    return Object.entries(addressSettings)
      .filter(([setting, to]) => to !== from && new RegExp(`^\\s+${setting}:`, 'm').test(text))
      .map(([, to]) => ({ from, to, isLeaf: false }));
  });
}

/** Needs the packages of that checkout. */
function countImportCircles(folder) {
  const program = join(folder, 'node_modules/.bin/depcruise');
  if (!existsSync(program)) return undefined;
  const { stdout } = spawnSync(
    program,
    ['--config', '.dependency-cruiser.folders.js', '--output-type', 'json', 'packages', 'services'],
    { cwd: folder, encoding: 'utf8', maxBuffer: 1024 * 1024 * 1024 },
  );
  return JSON.parse(stdout).summary.violations.filter(({ rule }) => rule.name.includes('circles'))
    .length;
}

function findLongestSubject(commit) {
  const subjects = git(repositoryFolder, 'log', '--format=%s', `${commit}..HEAD`).split('\n');
  return subjects.reduce((longest, next) => (next.length > longest.length ? next : longest), '');
}

/** Checks a commit out for as long as it is counted. */
function countCommit(commit) {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-house-'));
  try {
    git(repositoryFolder, 'worktree', 'add', '--detach', '--quiet', folder, commit);
    return countHouse(folder);
  } finally {
    git(repositoryFolder, 'worktree', 'remove', '--force', folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

function git(folder, ...parameters) {
  return execFileSync('git', ['-C', folder, ...parameters], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  }).trim();
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

const countLines = (text) => text.split('\n').length - 1;
const countWords = (text) => text.split(/\s+/).filter(Boolean).length;
const sum = (numbers) => numbers.reduce((total, next) => total + next, 0);

function print(after, before) {
  const format = (value) => (value === undefined ? '-' : value.toLocaleString('en'));
  const all = [...new Set([...Object.keys(after), ...Object.keys(before ?? {})])];
  const isPackage = (name) => name.includes('/');
  const [first, ...rest] = all.filter((name) => !isPackage(name));
  const names = [first, ...all.filter(isPackage).sort(), ...rest];
  const width = Math.max(...names.map((name) => name.length));
  for (const name of names) {
    const values = [...(before ? [before[name]] : []), after[name]];
    console.log(name.padEnd(width), ...values.map((value) => format(value).padStart(10)));
  }
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({ options: { at: { type: 'string' }, since: { type: 'string' } } });
  const after = countHouse(repositoryFolder);
  if (values.at) print(after, countHouse(resolve(values.at)));
  else if (values.since) print(after, countCommit(values.since));
  else print(after);
  if (values.since) {
    const longest = findLongestSubject(values.since);
    console.log(`longest commit subject since: ${longest.length} characters: ${longest}`);
  }
}
