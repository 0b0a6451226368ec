import type { InstalledClient } from './install-client.ts';
import { runProgram } from './run-program.ts';

export const columns = ['list', 'call', 'stream', 'key', 'oauth', 'citations'] as const;
export type Column = (typeof columns)[number];

/** Result of an adapter for one column, one line of JSON each. */
export interface Finding {
  readonly column: Column;
  readonly status: 'holds' | 'fails' | 'not there';
  readonly note: string;
}

export interface TriedSuite {
  readonly url: string;
  readonly apiKey: string;
  /** Address of the server that accepts consent requests. */
  readonly consentUrl: string;
  readonly question: string;
  /** Words that a right answer holds. */
  readonly expected: string;
  /** The document that is cited. */
  readonly documentId: string;
}

/** Open WebUI alone takes a minute and more to start. */
const runMs = 420_000;

/** Runs a client's adapter against a suite and gives what it told, column by column. */
export async function runClient(
  { folder, program, adapter }: InstalledClient,
  suite: TriedSuite,
): Promise<readonly Finding[]> {
  const { status, output, errors } = await runProgram(program, [adapter], {
    folder,
    timeoutMs: runMs,
    environment: {
      LECTERN_URL: suite.url,
      LECTERN_API_KEY: suite.apiKey,
      LECTERN_CONSENT: suite.consentUrl,
      LECTERN_QUESTION: suite.question,
      LECTERN_EXPECTED: suite.expected,
      LECTERN_DOCUMENT: suite.documentId,
    },
  });
  const findings = output
    .split('\n')
    .filter((line) => line.startsWith('{"column"'))
    .map((line) => JSON.parse(line) as Finding);
  if (findings.length === 0) {
    throw new Error(`it told nothing and ended with ${status}: ${errors.trim().slice(-600)}`);
  }
  return findings;
}
