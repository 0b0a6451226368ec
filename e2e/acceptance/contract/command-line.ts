import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryFolder } from '@lectern/local';
import type { AcceptanceCase } from '../define-cases.ts';
import { found } from '../define-cases.ts';
import type { ContractWorld } from './world.ts';

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
export const commandLine: readonly AcceptanceCase<ContractWorld>[] = [
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
      const ready = documents.filter(({ status }) => status === 'ready').map(({ title }) => title);
      return found(
        'lectern upload a.md memory.md closed.md z.md, of which memory.md cannot be read',
        `exit ${code}: ${output.trim()}; ready: ${ready.sort().join(', ')}`,
        code !== 0 && ['a', 'z'].every((title) => ready.includes(title)),
      );
    },
  },
  {
    name: 'lectern rechunk cuts a collection anew',
    async ask(world) {
      const { collectionId } = await world.addTexts({
        name: 'Manual',
        documents: [{ external_id: 'a', title: 'A', text: 'One sentence. '.repeat(400) }],
      });
      const json = { settings: { chunking: { max_tokens: 64 } } };
      await world.api.request('PATCH', `/api/collections/${collectionId}`, { json });
      await using folder = await openFolder(world, {});
      const { code, output } = await folder.run('rechunk', 'Manual');
      return found(
        'PATCH {settings: {chunking: {max_tokens: 64}}}; lectern rechunk Manual',
        `exit ${code}: ${output.trim()}`,
        code === 0 && output.includes('1 documents are cut anew'),
      );
    },
  },
  {
    name: 'lectern --help tells every command with an example',
    async ask(world) {
      await using folder = await openFolder(world, {});
      const { code, output } = await folder.run('--help');
      const missing = [
        'upload',
        'search',
        'ask',
        'evaluate',
        'rechunk',
        'research',
        'mcp',
        'completion',
      ].filter((command) => !new RegExp(`lectern ${command}\\b`).test(output));
      return found(
        'lectern --help',
        `exit ${code}: ${output.split('\n').length} lines; without an example: ${missing.join(', ')}`,
        code === 0 && missing.length === 0,
      );
    },
  },
];

async function openFolder(
  { api }: ContractWorld,
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
