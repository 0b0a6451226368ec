import { type ExecFileOptions, execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { apiKey, FakeGateway } from '../test/fake-gateway.ts';
import { run, runWith } from '../test/run.ts';

const whereThereIs = (program: string) =>
  (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, program)))
    ? it
    : it.skip;
const collectionId = '33333333-3333-4333-8333-333333333333';

describe('lectern', () => {
  it('says how it is used when used wrongly, and ends with 2', async () => {
    const { exitCode, notes } = await runWith({}, 'upload', 'docs');
    expect(exitCode).toBe(2);
    expect(notes).toContain('--collection');
  });

  it.each([
    ['delete'],
    ['documents', '--status', 'lost'],
    ['documents', '-c', 'Team//Handbook'],
    ['search', 'x', '-n', 'many'],
    ['conversations', '-n', '0'],
    ['share', 'Handbook', '--with', 'role:nobody=read'],
    ['share', 'Handbook', '--with', 'role:member=own'],
    ['research'],
    ['research', 'x', '--since', 'soon'],
    ['research', 'save', collectionId],
    ['admin', 'token', '--as', 'ann@example.org', '--scopes', 'everything'],
  ])('ends with 2 and a sentence where it is used as: lectern %s %s %s', async (...args) => {
    await using gateway = await FakeGateway.start();
    gateway.collections.push({ id: collectionId, name: 'Handbook', parent_id: null });
    gateway.answerOnce(`GET /api/collections/${collectionId}/grants`, {
      body: { inherit: true, grants: [] },
    });
    const { exitCode, output, notes } = await run(gateway, ...args);
    expect([exitCode, output]).toEqual([2, '']);
    expect(notes).not.toBe('');
  });

  it('tells its version', async () => {
    expect(await runWith({}, '--version')).toMatchObject({ exitCode: 0, output: '1.2.3\n' });
  });

  it('tells every command with an example', async () => {
    const { exitCode, output } = await runWith({}, '--help');
    expect(exitCode).toBe(0);
    const { output: completion } = await runWith({}, 'completion', 'bash');
    const commands = [...completion.matchAll(/^ {4}"([a-z -]+)"/gm)].flatMap(
      ([, words]) => words?.trim() ?? [],
    );
    expect(commands).toContain('admin token');
    for (const words of commands.filter((name) => name !== 'admin')) {
      expect(output).toMatch(new RegExp(`\n  lectern ${words}(?: |\n|$)`));
    }
    const one = await runWith({}, 'admin', 'token', '--help');
    expect(one.output).toContain('Example:\n  lectern admin token --as ada@example.org');
  });

  it('completes commands, options and files in bash', async () => {
    const { output } = await runWith({}, 'completion', 'bash');
    const complete = async (...words: readonly string[]) => {
      const script = `${output}
        COMP_WORDS=(lectern ${words.map((word) => `'${word}'`).join(' ')}) COMP_CWORD=${words.length}
        _lectern; echo "\${COMPREPLY[*]}"`;
      return (await promisify(execFile)('bash', ['-c', script])).stdout.trim();
    };
    expect(await complete('up')).toBe('upload');
    expect(await complete('upload', '--con')).toBe('--concurrency');
    expect(await complete('upload', 'docs', '--js')).toBe('--json');
    expect(await complete('admin', 'tok')).toBe('token');
    expect(await complete('admin', 'token', '--a')).toBe('--as');
    expect(await complete('search', '--mode', 'k')).toBe('keyword');
    expect(await complete('completion', 'z')).toBe('zsh');
    for (const shell of ['zsh', 'fish']) {
      const other = await runWith({}, 'completion', shell);
      expect([other.exitCode, other.output.includes('concurrency')]).toEqual([0, true]);
    }
    expect((await runWith({}, 'completion', 'cmd')).exitCode).toBe(2);
  });

  whereThereIs('fish')('completes commands, options and files in fish', async () => {
    const { output } = await runWith({}, 'completion', 'fish');
    const folder = await mkdtemp(join(tmpdir(), 'lectern-fish-'));
    await writeFile(join(folder, 'afile'), '');
    const complete = async (line: string) => {
      const script = `${output}\ncomplete -C '${line}'`;
      const { stdout } = await promisify(execFile)('fish', ['--no-config', '-c', script], {
        cwd: folder,
        env: { ...process.env, HOME: folder },
      });
      return stdout.split('\n').flatMap((text) => text.split('\t', 1)[0] || []);
    };
    expect(await complete('lectern up')).toEqual(['upload']);
    expect(await complete('lectern upload docs --js')).toEqual(['--json']);
    expect(await complete('lectern search --mode k')).toEqual(['keyword']);
    expect(await complete('lectern completion z')).toEqual(['zsh']);
    expect(await complete('lectern admin token --a')).toEqual(['--as']);
    expect(await complete('lectern admin token d')).toEqual([]);
    expect(await complete('lectern research export --f')).toEqual(['--force', '--format']);
    expect(await complete('lectern admin export --f')).toEqual([]);
    expect(await complete('lectern evaluate a')).toContain('afile');
    await rm(folder, { recursive: true });
  });

  whereThereIs('zsh')('is taken by zsh for what completes it', async () => {
    const { output } = await runWith({}, 'completion', 'zsh');
    const script = `${output}\nprint -r -- $_comps[lectern]`;
    const { stdout } = await promisify(execFile)('zsh', ['-f', '-c', script]);
    expect(stdout).toContain('-F _lectern');
  });

  it('is one file that runs alone once it is packed', async () => {
    await using gateway = await FakeGateway.start();
    const folder = await mkdtemp(join(tmpdir(), 'lectern-packed-'));
    const cli = fileURLToPath(new URL('..', import.meta.url));
    const node = (args: readonly string[], options: ExecFileOptions = {}) =>
      promisify(execFile)(process.execPath, args, { ...options, encoding: 'utf8' });
    await node([join(cli, 'build.ts')]);
    await cp(join(cli, 'dist'), folder, { recursive: true });
    const packed = join(folder, 'bin', 'lectern.mjs');
    const env = { LECTERN_URL: gateway.url, LECTERN_API_KEY: apiKey };
    const { stdout } = await node([packed, 'collections', '--json'], { cwd: folder, env });
    expect(JSON.parse(stdout)).toBeDefined();
    const refused = node([packed, 'admin', 'export', 'x.tar'], { cwd: folder, env });
    await expect(refused).rejects.toThrow('needs a checkout of Lectern');
    await rm(folder, { recursive: true });
  });

  it('is called from its tarball as the guide to clients says', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-tarball-'));
    const cli = fileURLToPath(new URL('..', import.meta.url));
    const start = (program: string, args: readonly string[]) =>
      promisify(execFile)(program, args, { cwd: folder, encoding: 'utf8' });
    await start(process.execPath, [join(cli, 'build.ts')]);
    await start('npm', ['pack', join(cli, 'dist'), '--silent']);
    const guide = await readFile(join(cli, '../../docs/guides/connect-a-client.md'), 'utf8');
    const [, told = ''] = /"command": "npx",\s+"args": (\[.*\])/.exec(guide) ?? [];
    const args = (JSON.parse(told) as string[]).map((arg) => arg.replace('/path/to', folder));
    expect(args.at(-1)).toBe('mcp');
    const { stdout } = await start('npx', [...args.slice(0, -1), '--help']);
    expect(stdout).toContain('Lectern from a terminal');
    await rm(folder, { recursive: true });
  });

  it('takes paths from the folder in which npm was called', async () => {
    await using gateway = await FakeGateway.start();
    const folder = await mkdtemp(join(tmpdir(), 'lectern-called-'));
    await writeFile(join(folder, 'note.txt'), 'alpha');
    const main = fileURLToPath(new URL('main.ts', import.meta.url));
    const env = {
      LECTERN_URL: gateway.url,
      LECTERN_API_KEY: apiKey,
      INIT_CWD: folder,
      npm_lifecycle_event: 'lectern',
    };
    const args = [main, 'upload', 'note.txt', '-c', 'Notes'];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    expect(stdout).toContain('1 ready');
    await rm(folder, { recursive: true });
  });

  it('reads address and key from the home of the suite', async () => {
    await using gateway = await FakeGateway.start();
    const home = await mkdtemp(join(tmpdir(), 'lectern-home-'));
    await writeFile(
      join(home, 'credentials.json'),
      JSON.stringify({ url: `${gateway.url}/`, email: 'e', password: 'p', api_key: apiKey }),
    );
    const { exitCode } = await runWith({ LECTERN_HOME: home }, 'search', 'anything');
    await rm(home, { recursive: true });
    expect(exitCode).toBe(0);
    expect(gateway.requests).toEqual(['POST /api/search']);
  });

  it('prefers the command line to the environment', async () => {
    await using gateway = await FakeGateway.start();
    const environment = { LECTERN_URL: 'http://127.0.0.1:9', LECTERN_API_KEY: 'wrong' };
    const flags = ['--url', gateway.url, '--api-key', apiKey];
    expect((await runWith(environment, ...flags, 'search', 'x')).exitCode).toBe(0);
  });

  it('says where it looked when it knows no suite', async () => {
    const { exitCode, notes } = await runWith({}, 'search', 'x');
    expect(exitCode).toBe(1);
    expect(notes).toContain('/nonexistent/credentials.json cannot be read');
  });

  it('names the error of the suite', async () => {
    await using gateway = await FakeGateway.start();
    const environment = { LECTERN_URL: gateway.url, LECTERN_API_KEY: 'revoked' };
    const { exitCode, notes } = await runWith(environment, 'search', 'x');
    expect(exitCode).toBe(1);
    expect(notes).toBe('message of unauthorized (unauthorized)\n');
  });

  it('shows passages with their place', async () => {
    await using gateway = await FakeGateway.start();
    gateway.documents.push({
      id: '22222222-2222-4222-8222-222222222222',
      collection_id: '33333333-3333-4333-8333-333333333333',
      title: 'Refund policy',
      external_id: null,
      text: 'Refunds take five days.',
    });
    const { output } = await run(gateway, 'search', 'refunds');
    expect(output).toBe(
      '1. Refund policy (Handbook, page 2, relevance 0.50)\n   Refunds take five days.\n\n',
    );
  });
});
