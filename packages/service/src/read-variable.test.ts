import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ConfigError, loadConfig, loadConfigOrExit } from './config.ts';

const schema = z.object({ DATABASE_URL: z.url(), PASSWORD: z.string().optional() });
const url = 'postgres://lectern@postgres/lectern';

let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-secret-'));
  file = join(folder, 'password');
  await writeFile(file, 'open sesame\n');
});
afterAll(() => rm(folder, { recursive: true }));

const problemsOf = (environment: Record<string, string>) => {
  try {
    loadConfig(schema, environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

describe('a variable whose value is in a file', () => {
  it('is the content without the line end', () => {
    const config = loadConfig(schema, { DATABASE_URL: url, PASSWORD_FILE: file });
    expect(config.PASSWORD).toBe('open sesame');
  });

  it('is missing when the file is empty or not named', async () => {
    const empty = join(folder, 'empty');
    await writeFile(empty, '\n');
    for (const PASSWORD_FILE of [empty, '']) {
      expect(loadConfig(schema, { DATABASE_URL: url, PASSWORD_FILE })).not.toHaveProperty(
        'PASSWORD',
        expect.anything(),
      );
    }
  });

  it('must not be given twice', () => {
    expect(problemsOf({ DATABASE_URL: url, PASSWORD: 'a', PASSWORD_FILE: file })).toEqual([
      'PASSWORD: is also given by PASSWORD_FILE',
    ]);
  });

  it('is told once when its file cannot be read, beside every other problem', () => {
    const DATABASE_URL_FILE = join(folder, 'nowhere');
    expect(problemsOf({ DATABASE_URL_FILE })).toEqual([
      'DATABASE_URL_FILE: cannot be read (ENOENT)',
    ]);
    expect(problemsOf({ DATABASE_URL: 'nonsense', PASSWORD_FILE: folder })).toEqual([
      'PASSWORD_FILE: cannot be read (EISDIR)',
      'DATABASE_URL: Invalid URL',
    ]);
  });
});

describe('loadConfigOrExit', () => {
  it('ends the process with a line for each problem, and names what may be misspelt', () => {
    const written: string[] = [];
    const host = {
      stderr: { write: (text: string) => written.push(text) },
      exit: (code: number): never => {
        throw new Error(`exit ${code}`);
      },
    };
    expect(() => loadConfigOrExit(() => loadConfig(schema, { DATABSE_URL: url }), host)).toThrow(
      'exit 1',
    );
    expect(written.join('')).toMatch(/^DATABASE_URL: .* \(is DATABSE_URL misspelt\?\)\n$/);
  });
});
