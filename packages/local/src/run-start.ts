import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runScript } from './processes/run-script.ts';
import { findMisspeltSettings } from './suite/find-misspelt-settings.ts';
import { type Suite, startSuite } from './suite/start-suite.ts';
import { credentialsFileOf } from './suite/suite-processes.ts';

export interface RunStartOptions {
  readonly home: string;
  readonly port: number;
  /** Aborted when the suite must stop. */
  readonly signal: AbortSignal;
}

const loadTimeoutMs = 120_000;

/** A home that has this file is given no documents about Lectern itself. */
export function ownDocumentsMarkerOf(home: string): string {
  return join(home, 'documentation.json');
}

/** Runs the suite until the signal (`npm start`), and returns the exit code. */
export async function runStart({ home, port, signal }: RunStartOptions): Promise<number> {
  const startedAt = performance.now();
  const report = (sentence: string) => console.log(sentence);
  await using stack = new AsyncDisposableStack();

  console.log(`Lectern starts; its state is in ${relative('', home) || home}`);
  for (const { given, meant } of findMisspeltSettings(process.env)) {
    console.error(`${given} is not a setting; did you mean ${meant}?`);
  }
  const suite = await startSuite({ home, port, report, signal });
  stack.defer(async () => {
    console.log('Stopping');
    await suite.stop();
    console.log('Stopped');
  });
  const readySeconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  await loadOwnDocuments(suite.home, report, signal);
  if (signal.aborted) return 0;

  console.log(`Ready in ${readySeconds} s: ${toLocalName(suite.url)}`);
  console.log(`For scripts: ${credentialsFileOf(suite.home)}`);
  await printSignInLink(suite, signal);
  if (!signal.aborted) await once(signal, 'abort');
  return 0;
}

/**
 * Gives a new suite something to ask about: the project's own documentation. Done once for a home,
 * by a process of its own; after a failure, or a stop in its midst, the next start goes on.
 */
async function loadOwnDocuments(
  home: string,
  report: (sentence: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const marker = ownDocumentsMarkerOf(home);
  if (existsSync(marker)) return;
  try {
    const printed = await runScript({
      name: 'Loading the documents about Lectern itself',
      entry: fileURLToPath(new URL('load-own-documents.ts', import.meta.url)),
      parameters: [home],
      environment: { PATH: process.env.PATH ?? '' },
      timeoutMs: loadTimeoutMs,
      signal,
    });
    await writeFile(marker, '{}\n');
    report(printed.trim());
  } catch (error) {
    if (!signal.aborted) report((error as Error).message);
  }
}

/** Passkeys cannot be bound to an IP address, and a session belongs to one host name. */
function toLocalName(address: string): string {
  return address.replace('//127.0.0.1:', '//localhost:');
}

async function printSignInLink(suite: Suite, signal: AbortSignal): Promise<void> {
  try {
    const link = toLocalName(await suite.createSignInLink(signal));
    console.log(`Sign in (once, within 15 minutes): ${link}`);
  } catch (error) {
    if (!signal.aborted) console.error((error as Error).message);
  }
}
