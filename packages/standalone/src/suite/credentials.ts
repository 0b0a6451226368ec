import { readFile, rename, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { SuiteError } from '../suite-error.ts';

/** What a script needs to use a suite as its owner. */
export interface Credentials {
  readonly url: string;
  readonly email: string;
  /** Absent where the owner came with an archive. */
  readonly password?: string;
  readonly api_key: string;
}

const waitMs = 10_000;

/**
 * Reads what the gateway wrote when it made the owner, and corrects the address, which follows the
 * port of this start.
 *
 * @throws SuiteError when the file does not appear.
 */
export async function loadCredentials(file: string, url: string): Promise<Credentials> {
  const found = await waitForCredentials(file);
  if (found.url === url) return found;
  const credentials = { ...found, url };
  await writeFile(`${file}.new`, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return credentials;
}

async function waitForCredentials(file: string): Promise<Credentials> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    try {
      return JSON.parse(await readFile(file, 'utf8')) as Credentials;
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      if (!isMissing && !(error instanceof SyntaxError)) throw error;
      if (Date.now() > deadline) {
        throw new SuiteError(`The gateway did not write ${file}; see the log of the gateway.`, {
          cause: error,
        });
      }
      await delay(50);
    }
  }
}
