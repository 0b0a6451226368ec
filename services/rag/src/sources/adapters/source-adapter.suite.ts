import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { SourceProblem } from '@lectern/contracts';
import type { SourceAdapter, SourceEntry } from '../source-adapter.ts';

/** Ways in which the other side fails. */
type Fault =
  | 'refused'
  | 'closed'
  | 'silent'
  | 'slow'
  | 'slow in its greeting'
  | 'garbage'
  | 'garbage in its greeting'
  | 'cut'
  | 'empty'
  | '401'
  | '429'
  | '500';

export interface SourceAdapterCase {
  /** Opens a source over the files of a folder, as they are now; absent for other contents. */
  readonly openFolder?: (folder: string, onClose: OnClose) => Promise<SourceAdapter>;
  /** Id of the entry of a file; default: its name. */
  readonly idOf?: (name: string, adapter: SourceAdapter) => string;
  /** Opens a source at a port of loopback, with time limits of seconds; absent without one. */
  readonly openPort?: (port: number) => Promise<SourceAdapter>;
  /** The reason that people are given. */
  readonly faults: Partial<Record<Fault, SourceProblem>>;
}

type OnClose = (close: () => Promise<void> | void) => void;

/** Answers a request that was read: unread bytes would reset the connection. */
const reply = (text: string) => (socket: Socket) =>
  void socket.once('data', () => socket.end(text));

const garbage = '* \u0001 (((\r\n'.repeat(100);

function trickle(socket: Socket): void {
  const writing = setInterval(() => socket.write(' '), 50);
  socket.on('close', () => clearInterval(writing));
}

const answers: Readonly<Record<Exclude<Fault, 'refused'>, (socket: Socket) => void>> = {
  closed: (socket) => socket.destroy(),
  silent: () => {},
  slow: (socket) =>
    void socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n');
      trickle(socket);
    }),
  'slow in its greeting': (socket) => trickle(socket),
  garbage: reply(garbage),
  cut: reply('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 999\r\n\r\n{"a":['),
  empty: reply('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'),
  'garbage in its greeting': (socket) => void socket.end(garbage),
  401: reply('HTTP/1.1 401 No\r\nwww-authenticate: Basic\r\n\r\n'),
  429: reply('HTTP/1.1 429 No\r\nretry-after: 1\r\n\r\n'),
  500: reply('HTTP/1.1 500 No\r\n\r\n'),
};

/** A run relies on this contract: it removes nothing after a listing that throws. */
export function testSourceAdapter({ openFolder, openPort, faults, idOf }: SourceAdapterCase): void {
  const closers: (() => Promise<void> | void)[] = [];
  const onClose: OnClose = (close) => void closers.push(close);
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close();
  });
  const { signal } = new AbortController();
  const list = async (adapter: SourceAdapter) => {
    onClose(() => adapter.close());
    const entries = new Map<string, SourceEntry>();
    for await (const batch of adapter.list({ signal, find: () => undefined })) {
      for (const entry of batch) entries.set(entry.id, entry);
    }
    return entries;
  };

  if (openFolder) {
    it('lists files with marks that change with their content, and reads them', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'lectern-adapter-'));
      onClose(() => rm(folder, { recursive: true }));
      for (const name of ['a.txt', 'b ü.txt', 'c.txt']) await writeFile(join(folder, name), name);
      const open = async () => {
        const adapter = await openFolder(folder, onClose);
        const entries = await list(adapter);
        return { adapter, find: (name: string) => entries.get(idOf?.(name, adapter) ?? name) };
      };
      const before = await open();
      const [changed, same, lost] = ['a.txt', 'b ü.txt', 'c.txt'].map(before.find);
      if (!changed || !same || !lost) throw new Error('a file is not listed');
      expect(await text(await before.adapter.read(same, signal))).toBe('b ü.txt');

      await writeFile(join(folder, 'a.txt'), 'another text');
      await rm(join(folder, 'c.txt'));
      const after = await open();
      expect(after.find('b ü.txt')?.etag).toBe(same.etag);
      expect(after.find('a.txt')?.etag).not.toBe(changed.etag);
      expect(after.find('c.txt')).toBeUndefined();
    });
  }

  if (openPort) {
    describe('fails by the reason where the other side', () => {
      for (const [fault, code] of Object.entries(faults)) {
        it(`is ${fault}`, async () => {
          const server = createServer((socket) => {
            onClose(() => void socket.destroy());
            socket.on('error', () => {});
            if (fault !== 'refused') answers[fault as keyof typeof answers](socket);
          }).listen(0, '127.0.0.1');
          await once(server, 'listening');
          const { port } = server.address() as AddressInfo;
          if (fault === 'refused') server.close();
          else onClose(() => void server.close());
          const failure = openPort(port).then(list);
          await expect(failure).rejects.toMatchObject({ name: 'SourceError', code });
        });
      }
    });
  }
}
