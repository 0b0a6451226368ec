import { once } from 'node:events';
import { utimes } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { OnClose } from '@lectern/service';
import type { TemporaryFiles } from '../../parsing/__fixtures__/temporary-files.ts';
import { defaultParseLimits } from '../../parsing/parse-limits.ts';
import { fitMemory } from '../lane-parsers.ts';
import { openParserPool, type ParserPool } from '../parser-pool.ts';
import { connectLaneParsers } from './connect-parsers.ts';
import { serveParsers } from './serve-parsers.ts';

const chunking = { max_tokens: 64, overlap_tokens: 0 };
const silent = { warn: () => {} };

/**
 * Parses a file. `onTurn` is called when the file's turn has come, `onWorked` with its processor
 * time.
 */
async function startParsers(
  socket: string,
  onTurn: () => void = () => {},
  onWorked: (workedMs: number) => void = () => {},
): Promise<() => Promise<void>> {
  const open = openParserPool({ size: 1, limits: defaultParseLimits });
  const pool: ParserPool = {
    ...{ parse: open.parse.bind(open), close: () => open.close() },
    parseAndChunk: (request, options) =>
      open.parseAndChunk(request, {
        ...options,
        onTurn: async () => {
          await options.onTurn?.();
          onTurn();
        },
        onWorked: (workedMs) => {
          onWorked(workedMs);
          options.onWorked?.(workedMs);
        },
      }),
  };
  const closers: Parameters<OnClose>[0][] = [() => pool.close()];
  const parsers = { light: pool, heavy: pool };
  await serveParsers({ socket, parsers, logger: silent }, (close) => closers.push(close));
  return async () => {
    for (const close of closers.toReversed()) await close();
  };
}

function cancellable(): { readonly signal: AbortSignal; readonly abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort(new Error('not wanted')) };
}

export function describeParsersAway(files: TemporaryFiles): void {
  const worked: [owner: string, workedMs: number][] = [];
  const connect = async (maxDowntimeMs?: number) => {
    const socket = join(await files.write(''), '..', `socket-${worked.length}-${Date.now()}`);
    const parsers = connectLaneParsers(socket, {
      onWorked: (...told) => worked.push(told),
      ...(maxDowntimeMs && { maxDowntimeMs }),
    });
    return { socket, parser: parsers.light };
  };
  const note = async () => ({ path: await files.write('A short note.'), fileName: 'note.txt' });
  const slow = async () => ({
    path: await files.write(`${'> '.repeat(12_000)}deep\n`.repeat(400)),
    fileName: 'slow.md',
  });

  describe('parsers of another process', () => {
    it('read what they are sent, and say why a file cannot be read', async () => {
      const { socket, parser } = await connect();
      const told: number[] = [];
      const stop = await startParsers(socket, undefined, (workedMs) => told.push(workedMs));
      try {
        const owner = 'lamps';
        const ofFile: number[] = [];
        const onWorked = (ms: number) => ofFile.push(ms);
        const order = { chunking, owner, onWorked };
        const { document, chunks } = await parser.parseAndChunk(await note(), order);
        expect(document.text).toBe('A short note.');
        expect(chunks).toMatchObject([{ text: 'A short note.', start: 0, end: 13 }]);
        const [owners, workedMs] = [worked.map(([one]) => one), worked.at(-1)?.[1]];
        expect(owners).toEqual(['lamps']);
        expect(workedMs).toBe(told.at(-1));
        expect(ofFile).toEqual([workedMs]);
        const empty = { path: await files.write(''), fileName: 'empty.txt' };
        const refused = expect(parser.parseAndChunk(empty, { chunking })).rejects;
        await refused.toMatchObject({ code: 'no_text', message: 'The file is empty.' });
      } finally {
        await stop();
      }
    });

    it('are waited for while they are away', async () => {
      const { socket, parser } = await connect();
      const parsed = parser.parseAndChunk(await note(), { chunking });
      const stop = await startParsers(socket);
      expect((await parsed).document.text).toBe('A short note.');
      await stop();
    });

    it('are left by a document that is cancelled while they are away', async () => {
      const { parser } = await connect();
      const { signal, abort } = cancellable();
      const parsed = parser.parseAndChunk(await note(), { chunking, signal });
      abort();
      await expect(parsed).rejects.toThrow('not wanted');
    });

    it('are left, and by a cancelled document at once, when they accept and never answer', async () => {
      const { socket, parser } = await connect(200);
      const server = createServer((connection) => void connection.on('error', () => {}));
      await once(server.listen(socket), 'listening');
      const { signal, abort } = cancellable();
      const cancelled = parser.parseAndChunk(await note(), { chunking, signal });
      server.once('connection', abort);
      await expect(cancelled).rejects.toThrow('not wanted');
      const since = new Date(Date.now() - 3_600_000);
      await utimes(socket, since, since);
      const held = parser.parseAndChunk(await note(), { chunking });
      await expect(held).rejects.toThrow('The parser gives no sign of life.');
      server.close();
    });

    it('stop with the worker, and leave the document to be tried again when they stop', async () => {
      const { socket, parser } = await connect();
      const ended = new AbortController();
      const turns = [() => ended.abort(new Error('not wanted')), () => {}, () => void stop()];
      const stop = await startParsers(socket, () => turns.shift()?.());
      const { signal } = ended;
      const cancelled = parser.parseAndChunk(await slow(), { chunking, signal });
      await expect(cancelled).rejects.toThrow('not wanted');
      // There is one place: it is free again.
      expect((await parser.parseAndChunk(await note(), { chunking })).chunks).toHaveLength(1);
      const left = parser.parseAndChunk(await slow(), { chunking });
      await expect(left).rejects.toMatchObject({ code: 'ECONNRESET' });
      expect(turns).toEqual([]);
    });

    it('are as many as the memory of the container holds', () => {
      const config = { PARSE_MEMORY_MB: 1024 };
      const fit = (wanted: number, availableMb: number) => fitMemory(wanted, config, availableMb);
      expect(fit(8, 0)).toEqual({ processes: 8, heavyMb: 1024 });
      expect(fit(8, 4096)).toEqual({ processes: 2, heavyMb: 1024 });
      expect(fit(2, 4096)).toEqual({ processes: 2, heavyMb: 1024 });
      expect(fit(1, 4096)).toEqual({ processes: 1, heavyMb: 1024 });
    });

    it('have together no more than the container, where it is smaller than one file may be', () => {
      const fit = (heavyMb: number, availableMb: number) =>
        fitMemory(2, { PARSE_MEMORY_MB: heavyMb }, availableMb);
      expect(fit(8192, 4096)).toEqual({ processes: 1, heavyMb: 4096 - 768 - 384 });
      expect(fit(1024, 1536)).toEqual({ processes: 1, heavyMb: 384 });
      expect(fit(1024, 1024)).toEqual({ processes: 1, heavyMb: 128 });
    });
  });
}
