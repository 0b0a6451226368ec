import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MigrationError } from './migration-error.ts';

/** One numbered SQL file. */
export interface SqlMigration {
  /** File name without `.sql`, for example `0001-documents`. Names sort in the order of application. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the text with LF line ends, in hex. */
  readonly checksum: string;
}

const fileNamePattern = /^(\d{4})-[a-z0-9-]+\.sql$/;

/**
 * Reads the migrations of a folder, in order; none if the folder does not exist.
 *
 * @throws MigrationError when a file is not named `NNNN-name.sql` or a number is used twice.
 */
export async function loadSqlFolder(folder: string): Promise<readonly SqlMigration[]> {
  const fileNames = (await listFolder(folder)).filter((name) => name.endsWith('.sql')).sort();
  const numbers = new Set<string>();
  for (const fileName of fileNames) {
    const number = fileNamePattern.exec(fileName)?.[1];
    if (number === undefined) {
      throw new MigrationError(`${join(folder, fileName)}: a migration is named NNNN-name.sql`);
    }
    if (numbers.has(number)) {
      throw new MigrationError(`${folder}: two migrations have the number ${number}`);
    }
    numbers.add(number);
  }
  return Promise.all(fileNames.map((fileName) => loadSqlFile(folder, fileName)));
}

async function listFolder(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

async function loadSqlFile(folder: string, fileName: string): Promise<SqlMigration> {
  const sql = (await readFile(join(folder, fileName), 'utf8')).replaceAll('\r\n', '\n');
  return {
    name: fileName.slice(0, -'.sql'.length),
    sql,
    checksum: createHash('sha256').update(sql).digest('hex'),
  };
}
