import { writeFile } from 'node:fs/promises';
import { CommandError } from './command-error.ts';
import type { Terminal } from './terminal/terminal.ts';

export interface OutputOptions {
  readonly text: string;
  /** Standard output without it. */
  readonly file: string | undefined;
  /** Replaces an existing file. */
  readonly replaces: boolean;
}

/**
 * Writes what a command makes into the file that was named, or to standard output.
 * @throws CommandError where the file is there already or cannot be written.
 */
export async function writeOutput(
  terminal: Terminal,
  { text, file, replaces }: OutputOptions,
): Promise<void> {
  if (file === undefined) {
    terminal.write(text);
    return;
  }
  try {
    await writeFile(file, text, { flag: replaces ? 'w' : 'wx' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(
      code === 'EEXIST'
        ? `${file} is there already; --force replaces it.`
        : `${file} cannot be written: ${(error as Error).message}`,
    );
  }
  terminal.note(`Written to ${file}`);
}
