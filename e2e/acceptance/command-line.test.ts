import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryFolder } from '@lectern/local';
import { Api } from '../suite/api.ts';
import { startTemporarySuite } from '../suite/temporary-suite.ts';
import { defineCases, found } from './define-cases.ts';

interface World extends AsyncDisposable {
  /** The owner. */
  readonly api: Api;
}

interface Folder extends AsyncDisposable {
  readonly path: string;
  /** `npm run lectern -- …` called in it. */
  run(...command: readonly string[]): Promise<Ran>;
}

interface Ran {
  readonly code: number;
  readonly output: string;
}

/** The program `lectern`. */
defineCases('the command line', {
  async createWorld(): Promise<World> {
    const suite = await startTemporarySuite();
    return {
      api: new Api(suite.url, suite.credentials.api_key),
      [Symbol.asyncDispose]: () => suite[Symbol.asyncDispose](),
    };
  },
  cases: [
    {
      name: 'lectern takes paths from the folder in which it is called',
      async ask(world) {
        await using folder = await openFolder(world, { 'here.md': 'It lies here.' });
        const { code, output } = await folder.run('upload', 'here.md', '--collection', 'Here');
        return found(
          'npm --prefix {lectern} run lectern -- upload here.md, in a folder elsewhere',
          `exit ${code}: ${output.trim().split('\n').at(-1)}`,
          code === 0 && output.includes('1 ready'),
        );
      },
    },
    {
      name: 'one unreadable file does not end an upload',
      async ask(world) {
        await using folder = await openFolder(world, {
          'a.md': 'The first one.',
          'z.md': 'The last one.',
          'closed.md': 'Not for this user.',
        });
        await chmod(join(folder.path, 'closed.md'), 0o000);
        // Not even root may read it from its start.
        await symlink('/proc/self/mem', join(folder.path, 'memory.md'));
        const { code, output } = await folder.run(
          ...['upload', 'a.md', 'memory.md', 'closed.md', 'z.md', '--collection', 'Partly'],
        );
        const collections = await world.api.request('GET', '/api/collections?limit=500');
        const { id } = collections.body.collections.find(
          ({ name }: { name: string }) => name === 'Partly',
        );
        const documents = await world.api.listDocuments(id);
        const ready = documents
          .filter(({ status }) => status === 'ready')
          .map(({ title }) => title);
        return found(
          'lectern upload a.md memory.md closed.md z.md, of which memory.md cannot be read',
          `exit ${code}: ${output.trim()}; ready: ${ready.sort().join(', ')}`,
          code !== 0 && ['a', 'z'].every((title) => ready.includes(title)),
        );
      },
    },
  ],
});

async function openFolder(
  { api }: World,
  files: Readonly<Record<string, string>>,
): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), 'lectern-called-'));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(path, name, '..'), { recursive: true });
    await writeFile(join(path, name), text);
  }
  const env = { ...process.env, LECTERN_URL: api.url, LECTERN_API_KEY: api.apiKey };
  return {
    path,
    run: (...command) =>
      new Promise((resolve) => {
        const program = ['--silent', '--prefix', repositoryFolder, 'run', 'lectern', '--'];
        execFile('npm', [...program, ...command], { cwd: path, env }, (error, out, told) =>
          resolve({ code: Number(error?.code ?? 0), output: `${out}${told}` }),
        );
      }),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}
