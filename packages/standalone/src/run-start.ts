import { once } from 'node:events';
import { relative } from 'node:path';
import { loadOwnDocuments } from './load-own-documents.ts';
import { startSuite } from './suite/start-suite.ts';
import { credentialsFileOf } from './suite/suite-processes.ts';

export interface RunStartOptions {
  readonly home: string;
  readonly port: number;
  /** Aborted when the suite must stop. */
  readonly signal: AbortSignal;
}

/** `npm start`: runs the suite until the signal, and gives the exit code. */
export async function runStart({ home, port, signal }: RunStartOptions): Promise<number> {
  const startedAt = performance.now();
  const report = (sentence: string) => console.log(sentence);
  await using stack = new AsyncDisposableStack();

  console.log(`Lectern starts; its state is in ${relative('', home) || home}`);
  const suite = await startSuite({ home, port, report, signal });
  stack.defer(async () => {
    console.log('Stopping');
    await suite.stop();
    console.log('Stopped');
  });
  const readySeconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  await loadOwnDocuments(suite, report);

  console.log(`Ready in ${readySeconds} s: ${suite.url}`);
  console.log(`For scripts: ${credentialsFileOf(suite.home)}`);
  await printSignInLink(suite.createSignInLink());
  if (!signal.aborted) await once(signal, 'abort');
  return 0;
}

async function printSignInLink(link: Promise<string>): Promise<void> {
  try {
    console.log(`Sign in (once, within 15 minutes): ${await link}`);
  } catch (error) {
    console.error((error as Error).message);
  }
}
