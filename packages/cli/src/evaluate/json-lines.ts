import { readFile } from 'node:fs/promises';
import { CommandError } from '../command-error.ts';

export interface JsonLine {
  readonly value: unknown;
  /** Counts from 1. */
  readonly number: number;
  /** The file and the line, for messages. */
  readonly place: string;
}

/**
 * Reads a file of JSON lines; empty ones are left out, as is the mark that editors put before the first.
 * @throws CommandError that names the file, and the line that is no JSON.
 */
export async function readJsonLines(file: string): Promise<JsonLine[]> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new CommandError(`${file} cannot be read.`, { cause });
  });
  const lines = text.replace(/^\ufeff/, '').split('\n');
  return lines.flatMap((line, at) => {
    if (line.trim() === '') return [];
    const place = `${file}, line ${at + 1}`;
    try {
      return { value: JSON.parse(line), number: at + 1, place };
    } catch (cause) {
      throw new CommandError(`${place}: not JSON.`, { cause });
    }
  });
}
