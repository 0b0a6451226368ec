import { readFile } from 'node:fs/promises';
import type { NamedFile } from '../../suite/api.ts';
import type { Clause } from '../subject.ts';
import type { DoorsWorld } from './world.ts';

const toFile = (name: string, text: string): NamedFile => ({
  name,
  bytes: new TextEncoder().encode(text),
});

/** Deliver 9: the parser. What it may not do is asked of it by the tests of rag's parser pool. */
export const parser: readonly Clause<DoorsWorld>[] = [
  {
    name: '9 four hostile files do not fail four readable ones',
    async ask(world) {
      const { api } = await world.createPlace();
      const id = await api.createCollection('Mixed');
      const hostile = [1, 2, 3, 4].map((number) =>
        toFile(`hostile-${number}.md`, `${'> '.repeat(4_500)}mixed ${number}`),
      );
      const readable = [1, 2, 3, 4].map((number) =>
        toFile(`readable-${number}.md`, `# Page ${number}\n\nA lighthouse stands here.`),
      );
      await api.uploadAccepted(id, hostile);
      const accepted = await api.uploadAccepted(id, readable);
      const statuses = [];
      for (const document of accepted) {
        const { status } = await api.waitUntilFinal(String(document.id), { timeoutMs: 100_000 });
        statuses.push(status);
      }
      return {
        call: 'POST 4 hostile files, then 4 readable ones',
        answer: statuses.join(', '),
        holds: statuses.every((status) => status === 'ready'),
      };
    },
  },
  {
    name: '9 in compose the parser is a service of its own, without a network or a secret',
    async ask() {
      const text = await readFile('docker-compose.yml', 'utf8');
      const service = /\n {2}rag-parser:\n((?: {4}.*\n|\n)+)/.exec(text)?.[1] ?? '';
      const said = {
        'network_mode: none': /network_mode: none/.test(service),
        'read_only or its anchor': /read_only: true|<<:/.test(service),
        'a list of system calls': /seccomp/.test(service),
        'no secrets': !/secrets:|_FILE:|PASSWORD|DATABASE_URL/.test(service),
      };
      return {
        call: 'rag-parser in docker-compose.yml',
        answer: JSON.stringify(said),
        holds: Object.values(said).every(Boolean),
      };
    },
  },
];
