import { writeFile } from 'node:fs/promises';
import {
  type ResearchExportFormat,
  type ResearchTables,
  researchExportFormatSchema,
  researchTablesSchema,
} from '@lectern/contracts';
import { type Command, Option } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { CommandError } from '../command-error.ts';
import { readFailure } from '../connection/read-failure.ts';

interface ExportFlags {
  readonly format: ResearchExportFormat;
  readonly table?: keyof ResearchTables;
  readonly output?: string;
  readonly force?: boolean;
}

/** `lectern research export`: a run for other programs, in a file or on standard output. */
export function addExportCommand(research: Command, context: CommandContext): void {
  research
    .command('export')
    .description('write a run as CSV, BibTeX, RIS or Markdown')
    .argument('<id>')
    .addOption(
      new Option('-f, --format <format>', 'form of the file')
        .choices(researchExportFormatSchema.options)
        .default('markdown'),
    )
    .addOption(
      new Option('--table <table>', 'with csv: which table').choices(
        Object.keys(researchTablesSchema.shape),
      ),
    )
    .option('-o, --output <file>', 'file to write; else standard output')
    .option('--force', 'replace the file')
    .action(async (id: string, { format, table, output, force }: ExportFlags) => {
      const connection = await context.connect();
      const response = await connection.fetch('exportResearch', {
        params: { id },
        query: { format, table },
      });
      if (!response.ok) throw await readFailure(response);
      const text = await response.text();
      if (output === undefined) {
        context.terminal.write(text);
        return;
      }
      await write(output, text, force ? 'w' : 'wx');
      context.terminal.note(`Written to ${output}`);
    });
}

async function write(file: string, text: string, flag: 'w' | 'wx'): Promise<void> {
  try {
    await writeFile(file, text, { flag });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(
      code === 'EEXIST'
        ? `${file} is there already; --force replaces it.`
        : `${file} cannot be written: ${(error as Error).message}`,
    );
  }
}
