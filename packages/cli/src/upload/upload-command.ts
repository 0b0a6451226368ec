import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { parseCount } from '../parse-count.ts';
import { uploadFiles } from './upload-files.ts';

const defaultConcurrency = 4;

export function addUploadCommand(program: Command, context: CommandContext): void {
  program
    .command('upload')
    .description('upload files and folders and wait until they are searchable')
    .argument('<paths...>', 'files, and folders with all below them')
    .requiredOption('-c, --collection <path>', 'collection, such as Team/Handbook; made if missing')
    .option('--concurrency <count>', 'uploads at once', parseCount, defaultConcurrency)
    .option('--password <password>', 'of encrypted files; it is not stored')
    .option('--no-wait', 'end when all files are sent')
    .option('--json', 'print the outcome as JSON')
    .action(async (paths: string[], options: UploadFlags) => {
      const { terminal } = context;
      const report = await uploadFiles(await context.connect(), terminal, { paths, ...options });
      const { files, duplicates, ready, pending, failed } = report;
      if (failed.length > 0) context.fail();
      if (options.json) {
        terminal.print(JSON.stringify(report, null, 2));
        return;
      }
      terminal.print(
        [
          `${files} files`,
          `${ready} ready`,
          ...(pending ? [`${pending} under way`] : []),
          `${duplicates} known before`,
          `${failed.length} failed`,
        ].join(', '),
      );
      for (const { file, reason } of failed) terminal.print(`  ${file}: ${reason}`);
    });
}

interface UploadFlags {
  readonly collection: string;
  readonly concurrency: number;
  readonly wait: boolean;
  readonly password?: string;
  readonly json?: boolean;
}
