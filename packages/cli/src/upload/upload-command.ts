import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { parseCount } from '../parse-count.ts';
import { uploadFolder } from './upload-folder.ts';

const defaultConcurrency = 4;

export function addUploadCommand(program: Command, context: CommandContext): void {
  program
    .command('upload')
    .description('upload a folder and wait until it is searchable')
    .argument('<folder>', 'folder to read, with all below it')
    .requiredOption('-c, --collection <path>', 'collection, such as Team/Handbook; made if missing')
    .option('--concurrency <count>', 'uploads at once', parseCount, defaultConcurrency)
    .option('--no-wait', 'end when all files are sent')
    .action(async (folder: string, options: UploadFlags) => {
      const { terminal } = context;
      const report = await uploadFolder(await context.connect(), terminal, { folder, ...options });
      const { files, duplicates, ready, pending, failed } = report;
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
      if (failed.length > 0) context.fail();
    });
}

interface UploadFlags {
  readonly collection: string;
  readonly concurrency: number;
  readonly wait: boolean;
}
