import { AppError } from '@lectern/contracts';
import { Command, CommanderError } from 'commander';
import { addDoctorCommand } from './admin/doctor-command.ts';
import { addRebuildCommand } from './admin/rebuild-command.ts';
import { addRotateKeysCommand } from './admin/rotate-keys-command.ts';
import { addTokenCommand } from './admin/token-command.ts';
import { addTransferCommands } from './admin/transfer-commands.ts';
import { addAskCommand } from './ask/ask-command.ts';
import type { CommandContext } from './command-context.ts';
import { CommandError } from './command-error.ts';
import { Connection } from './connection/connection.ts';
import { resolveConnection } from './connection/resolve-connection.ts';
import { addEvaluateCommand } from './evaluate/evaluate-command.ts';
import { addMcpCommand } from './mcp/mcp-command.ts';
import type { Stdio } from './mcp/stdio.ts';
import { addSearchCommand } from './search/search-command.ts';
import type { Terminal } from './terminal/terminal.ts';
import { addUploadCommand } from './upload/upload-command.ts';

export interface ProgramOptions {
  readonly terminal: Terminal;
  /** For `lectern mcp`. */
  readonly stdio: Stdio;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where the suite keeps its state when `LECTERN_HOME` is not set. */
  readonly defaultHome: string;
  readonly version: string;
}

interface GlobalFlags {
  readonly url?: string;
  readonly apiKey?: string;
}

/** Runs a command line and gives the exit code: 0, 1 for a failure, 2 for wrong usage. */
export async function runProgram(
  args: readonly string[],
  { terminal, stdio, environment, defaultHome, version }: ProgramOptions,
): Promise<number> {
  let failed = false;
  const program = new Command('lectern')
    .description('Lectern from a terminal')
    .version(version)
    .option('--url <url>', 'address of the suite (else LECTERN_URL, else from LECTERN_HOME)')
    .option('--api-key <key>', 'key to it (else LECTERN_API_KEY, else from LECTERN_HOME)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.write(text),
      writeErr: (text) => terminal.note(text.trimEnd()),
    });
  const context: CommandContext = {
    terminal,
    version,
    async connect() {
      const options = program.opts<GlobalFlags>();
      return new Connection(await resolveConnection({ options, environment, defaultHome }));
    },
    fail: () => {
      failed = true;
    },
  };
  addUploadCommand(program, context);
  addSearchCommand(program, context);
  addAskCommand(program, context);
  addEvaluateCommand(program, context);
  addMcpCommand(program, context, stdio);
  const admin = program.command('admin').description('look after a suite');
  addTokenCommand(admin, context);
  addDoctorCommand(admin, context);
  addRebuildCommand(admin, context);
  const ownSuite = { home: environment.LECTERN_HOME || defaultHome, environment };
  addRotateKeysCommand(admin, context, ownSuite);
  addTransferCommands(admin, context, ownSuite);

  try {
    await program.parseAsync(args, { from: 'user' });
    return failed ? 1 : 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    terminal.note(describeError(error));
    return 1;
  }
}

function describeError(error: unknown): string {
  if (error instanceof AppError) return `${error.message} (${error.code})`;
  if (error instanceof CommandError) return error.message;
  if (error instanceof Error) return `${error.name}: ${error.message}`;
  return String(error);
}
