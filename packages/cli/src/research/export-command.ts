import {
  type ResearchExportFormat,
  type ResearchTables,
  researchExportFormatSchema,
  researchTablesSchema,
} from '@lectern/contracts';
import { type Command, Option } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { readFailure } from '../connection/read-failure.ts';
import { writeOutput } from '../write-output.ts';

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
    .action(async (id: string, { format, table, output, force = false }: ExportFlags) => {
      const connection = await context.connect();
      const response = await connection.fetch('exportResearch', {
        params: { id },
        query: { format, table },
      });
      if (!response.ok) throw await readFailure(response);
      const text = await response.text();
      await writeOutput(context.terminal, { text, file: output, replaces: force });
    });
}
