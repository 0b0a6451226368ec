import { randomUUID } from 'node:crypto';
import { createWriteStream, openAsBlob } from 'node:fs';
import { access, rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { findCollection } from '../collections/resolve-collection.ts';
import type { CommandContext } from '../command-context.ts';
import { CommandError } from '../command-error.ts';
import { readFailure } from '../connection/read-failure.ts';

interface ExportFlags {
  readonly output?: string;
  readonly force?: boolean;
}

const pollMs = 1_000;

/** Adds `lectern bundle export|import`. */
export function addBundleCommands(program: Command, { terminal, connect }: CommandContext): void {
  const bundle = program.command('bundle').description('move a collection to another site');
  bundle
    .command('export')
    .description('write a collection with its documents, passages and vectors to one file')
    .argument('<collection>', 'path of the collection, such as Team/Handbook')
    .option('-o, --output <file>', 'file to write (default: the name of the collection)')
    .option('--force', 'replace the file')
    .action(async (path: string, { output, force }: ExportFlags) => {
      const connection = await connect();
      const { id, name } = await findCollection(connection, path);
      const file = output ?? `${name.replaceAll(/[/\\]/g, '-')}.lectern.zip`;
      if (!force && (await exists(file))) {
        throw new CommandError(`${file} is there already; --force replaces it.`);
      }
      const response = await connection.fetch('exportBundle', { params: { id } });
      if (!response.ok || !response.body) throw await readFailure(response);
      const progress = terminal.openProgress();
      const step = progress.addStep('Export', 1);
      let bytes = 0;
      const count = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          bytes += chunk.length;
          step.update(0, `${(bytes / 1e6).toFixed(1)} MB`);
          done(null, chunk);
        },
      });
      const part = `${file}.part`;
      try {
        await pipeline(Readable.fromWeb(response.body), count, createWriteStream(part));
        await rename(part, file);
        step.update(1);
      } catch (error) {
        await rm(part, { force: true });
        throw new CommandError(`The export did not end: ${(error as Error).message}`);
      } finally {
        progress.close();
      }
      terminal.print(`${file}  (${(bytes / 1e6).toFixed(1)} MB)`);
    });
  bundle
    .command('import')
    .description('import a file of lectern bundle export and wait until it is done')
    .argument('<file>')
    .option('-p, --parent <path>', 'collection below which it goes (default: the root)')
    .action(async (file: string, { parent }: { readonly parent?: string }) => {
      const connection = await connect();
      const form = new FormData();
      if (parent) form.append('parent_id', (await findCollection(connection, parent)).id);
      form.append('file', await openFile(file), basename(file));
      const progress = terminal.openProgress();
      try {
        // The key makes a repeated upload answer with the first import.
        let state = await connection.upload('importBundle', form, {
          headers: { 'idempotency-key': randomUUID() },
        });
        const step = progress.addStep('Import', 1);
        while (state.status === 'queued' || state.status === 'running') {
          await delay(pollMs);
          state = await connection.call('getBundleImport', { params: { id: state.id } });
          const { done, total } = state.progress;
          step.update(total ? done / total : 0, `${done} of ${total} parts`);
        }
        if (state.error) {
          const { code, message, member } = state.error;
          throw new CommandError(`${message} (${code}${member ? `: ${member}` : ''})`);
        }
        terminal.print(`Imported as collection ${state.collection_id}`);
      } finally {
        progress.close();
      }
    });
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

async function openFile(file: string): Promise<Blob> {
  try {
    return await openAsBlob(file);
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`);
  }
}
