import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from '@jest/globals';

const repository = fileURLToPath(new URL('..', import.meta.url));
/** Keeps the examples out of the repository's own count. */
const docstring = (text: string) => `/** ${text} */`;
const files = {
  'services/rag/src/config.ts': 'const shape = {\n    LLM_SERVICE_URL: url,\n};\n',
  'services/rag/src/search.ts': [
    docstring('What is found.'),
    '/**\n * Returns the query.\n */',
    docstring('Who asks.'),
    '',
  ].join('\n'),
  'services/rag/src/search.test.ts': 'one\ntwo\n',
  'services/rag/test/lines.ts': 'one\n',
  'packages/web/src/page.tsx': `${'line\n'.repeat(40)}`,
  'e2e/run.ts': 'one\n',
  'README.md': 'Four words of text.\n',
  'docs/decisions/0001-first.md': `${'word '.repeat(501)}\n`,
  'ARCHITECTURE.md':
    '## Who calls whom\n\n```\nrag -> llm: completion\nllm -> mcp: tools\nmcp -> rag: search\nmcp -> blobs: files\ngateway -> llm: chat\nmcp -> gateway: audit entries, a leaf\n```\n\n## Next\n\nllm -> gateway: no call\n',
  '.env.example': '# Port.\n#LECTERN_PORT=8000\nLOG_LEVEL=info\n',
};

let folder: string;
const git = (...parameters: string[]) => execFileSync('git', ['-C', folder, ...parameters]);
const write = async (name: string, text: string) => {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), text);
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-counted-'));
  for (const [name, text] of Object.entries(files)) await write(name, text);
  for (const name of ['house.mjs', 'repository.mjs']) {
    await cp(join(repository, 'scripts', name), join(folder, 'scripts', name));
  }
  git('init', '--quiet');
  commit('house: begin');
});
afterEach(() => rm(folder, { recursive: true }));

it('counts what the repository holds', () => {
  expect(count()).toMatchObject({
    'product lines': ['48'],
    'services/rag': ['8'],
    'packages/web': ['40'],
    'product files': ['3'],
    'files under 30 lines': ['2'],
    'median lines a file': ['5'],
    'unit test lines': ['3'],
    'e2e lines': ['1'],
    decisions: ['1'],
    'decisions over 500 words': ['1'],
    settings: ['2'],
    'circles of imports': ['-'],
    'calls between services': ['5'],
    'of them in a circle, leaf calls aside': ['3'],
    docstrings: ['3'],
    'that begin with What': ['1'],
    'that begin with Of': ['0'],
    'that begin with Who': ['1'],
  });
});

it('reads the calls from the settings where no list draws them', async () => {
  await write('ARCHITECTURE.md', '# Architecture\n');
  expect(count()).toMatchObject({
    'calls between services': ['1'],
    'of them in a circle, leaf calls aside': ['0'],
  });
});

it('prints an older commit beside this one, and the longest subject since', async () => {
  await write('packages/web/src/page.tsx', 'line\n');
  commit('web: make the page shorter');
  const output = run('--since', 'HEAD~1');
  expect(parse(output)).toMatchObject({ 'product lines': ['48', '9'] });
  expect(output).toContain('26 characters: web: make the page shorter');
  expect(git('worktree', 'list').toString().trim().split('\n')).toHaveLength(1);
});

function commit(subject: string): void {
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '--quiet', '-m', subject);
}

function run(...parameters: string[]): string {
  return execFileSync(process.execPath, [join(folder, 'scripts/house.mjs'), ...parameters], {
    encoding: 'utf8',
  });
}

function count(): Record<string, string[]> {
  return parse(run());
}

function parse(output: string): Record<string, string[]> {
  return Object.fromEntries(
    output
      .split('\n')
      .map((line) => /^\s*(.+?)((?: +[-\d,]+)+)$/.exec(line))
      .map((match) => [match?.[1] ?? '', (match?.[2] ?? '').trim().split(/ +/)]),
  );
}
