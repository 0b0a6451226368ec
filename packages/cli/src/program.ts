import { AppError } from '@lectern/contracts';
import { Command, CommanderError } from 'commander';
import { addDoctorCommand } from './admin/doctor-command.ts';
import { addRebuildCommand } from './admin/rebuild-command.ts';
import { addResetSignInCommand } from './admin/reset-sign-in-command.ts';
import { addRotateKeysCommand } from './admin/rotate-keys-command.ts';
import { addTokenCommand } from './admin/token-command.ts';
import { addTransferCommands } from './admin/transfer-commands.ts';
import { addVerifyAuditCommand } from './admin/verify-audit-command.ts';
import { addAskCommand } from './ask/ask-command.ts';
import { addBundleCommands } from './bundles/bundle-commands.ts';
import { addCollectionsCommand } from './collections/collections-command.ts';
import { addRechunkCommand } from './collections/rechunk-command.ts';
import type { CommandContext } from './command-context.ts';
import { CommandError, UsageError } from './command-error.ts';
import { Connection } from './connection/connection.ts';
import { resolveConnection } from './connection/resolve-connection.ts';
import { addConversationsCommand } from './conversations/conversations-command.ts';
import { addDeleteCommand } from './documents/delete-command.ts';
import { addDocumentsCommand } from './documents/documents-command.ts';
import { addEvaluateCommand } from './evaluate/evaluate-command.ts';
import { addExamples } from './help/command-examples.ts';
import { addCompletionCommand } from './help/completion-command.ts';
import type { Stdio } from './mcp/bridge-stdio.ts';
import { addMcpCommand } from './mcp/mcp-command.ts';
import { addModelCommands } from './models/model-commands.ts';
import { addInviteCommand } from './people/invite-command.ts';
import { addShareCommand } from './people/share-command.ts';
import { addResearchCommand } from './research/research-command.ts';
import { addSearchCommand } from './search/search-command.ts';
import { addSourceCommands } from './sources/source-commands.ts';
import type { Terminal } from './terminal/terminal.ts';
import { addUploadCommand } from './upload/upload-command.ts';

export interface ProgramOptions {
  readonly terminal: Terminal;
  /** For `lectern mcp`. */
  readonly stdio: Stdio;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Home of the suite when `LECTERN_HOME` is not set. */
  readonly defaultHome: string;
  readonly version: string;
}

interface GlobalFlags {
  readonly url?: string;
  readonly apiKey?: string;
}

/** Runs a command line and returns the exit code: 0, 1 for a failure, 2 for wrong usage. */
export async function runProgram(
  args: readonly string[],
  { terminal, stdio, environment, defaultHome, version }: ProgramOptions,
): Promise<number> {
  let failed = false;
  let url: string | undefined;
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
      const connection = new Connection(
        await resolveConnection({ options, environment, defaultHome }),
      );
      url = connection.url;
      return connection;
    },
    fail: () => {
      failed = true;
    },
  };
  addUploadCommand(program, context);
  addSearchCommand(program, context);
  addAskCommand(program, context);
  addResearchCommand(program, context);
  addCollectionsCommand(program, context);
  addDocumentsCommand(program, context);
  addDeleteCommand(program, context);
  addConversationsCommand(program, context);
  addShareCommand(program, context);
  addInviteCommand(program, context);
  addEvaluateCommand(program, context);
  addRechunkCommand(program, context);
  addModelCommands(program, context);
  addSourceCommands(program, context);
  addBundleCommands(program, context);
  addMcpCommand(program, context, stdio);
  addCompletionCommand(program, context);
  const admin = program.command('admin').description('look after a suite');
  addTokenCommand(admin, context);
  addResetSignInCommand(admin, context);
  addVerifyAuditCommand(admin, context);
  addDoctorCommand(admin, context);
  addRebuildCommand(admin, context);
  const ownSuite = { home: environment.LECTERN_HOME || defaultHome, environment };
  addRotateKeysCommand(admin, context, ownSuite);
  addTransferCommands(admin, context, ownSuite);
  addExamples(program);

  try {
    await program.parseAsync(args, { from: 'user' });
    return failed ? 1 : 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    terminal.note(describeError(error, url));
    return error instanceof UsageError ? 2 : 1;
  }
}

function describeError(error: unknown, url: string | undefined): string {
  if (url && isUnavailable(error)) {
    return `Lectern does not answer at ${url}. Start it (npm start), or name another address with --url or LECTERN_URL.`;
  }
  if (error instanceof AppError) return `${error.message} (${error.code})`;
  if (error instanceof CommandError) return error.message;
  if (error instanceof Error) return `${error.name}: ${error.message}`;
  return String(error);
}

/** Nothing listens there, as opposed to a suite that answers that it cannot work. */
function isUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? String(cause.code) : '';
    if (['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ETIMEDOUT'].includes(code)) {
      return true;
    }
  }
  return false;
}
