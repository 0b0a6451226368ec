import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { CommandError } from '../command-error.ts';

/** URL of the suite and an API key. */
export interface ConnectionSettings {
  /** Address of the gateway, without a trailing slash. */
  readonly url: string;
  readonly apiKey: string;
}

export interface ConnectionSources {
  /** Options of the command line. */
  readonly options: { readonly url?: string; readonly apiKey?: string };
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Used when `LECTERN_HOME` is not set. */
  readonly defaultHome: string;
}

const credentialsSchema = z.object({ url: z.url(), api_key: z.string().min(1) });

/**
 * Each value from the command line, else from `LECTERN_URL` and `LECTERN_API_KEY`, else from
 * `credentials.json` in the suite's home.
 * @throws CommandError when one is found nowhere.
 */
export async function resolveConnection(sources: ConnectionSources): Promise<ConnectionSettings> {
  const { options, environment } = sources;
  const url = options.url || environment.LECTERN_URL;
  const apiKey = options.apiKey || environment.LECTERN_API_KEY;
  if (url && apiKey) return { url: trimSlash(url), apiKey };
  const home = environment.LECTERN_HOME || sources.defaultHome;
  const found = await readCredentials(join(home, 'credentials.json'));
  return { url: trimSlash(url ?? found.url), apiKey: apiKey ?? found.api_key };
}

async function readCredentials(file: string): Promise<z.output<typeof credentialsSchema>> {
  try {
    return credentialsSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    throw new CommandError(
      `No suite is known: ${file} cannot be read. Start one with "npm start", or give --url and --api-key (or LECTERN_URL and LECTERN_API_KEY).`,
      { cause: error },
    );
  }
}

function trimSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
