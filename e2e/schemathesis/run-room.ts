import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { excludedOperations } from './excluded-operations.ts';
import { type Outcome, readOutcome } from './read-outcome.ts';

/**
 * Checks of each answer against the OpenAPI description. `negative_data_rejection` is left out, since a
 * null for an optional field counts as absent.
 */
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
  'response_headers_conformance',
  'allow_header_conformance',
  'ignored_auth',
];
/** After it was asked to stop, to end the requests under way and to write its reports. */
const windingDownMs = 90_000;

export interface RoomRun {
  readonly program: string;
  /** Where reports are written. */
  readonly folder: string;
  readonly suiteUrl: string;
  readonly apiKey: string;
  /** Made-up requests of the last phase for each operation. */
  readonly examples: string;
  readonly seed: string;
  /** Then the run is asked to stop. */
  readonly timeoutMs: number;
}

/** Filters of Schemathesis: all of a room but what is excluded, or one operation. */
export function chooseOperations(chosen: { room: string } | { only: string }): string[] {
  if ('only' in chosen) return ['--include-operation-id', chosen.only];
  return [
    ...['--include-tag', chosen.room],
    ...Object.keys(excludedOperations).flatMap((name) => ['--exclude-operation-id', name]),
  ];
}

/**
 * Tries operations by examples, by every bound of their schemas, and by made-up requests.
 *
 * @returns undefined where the program ended without its reports.
 */
export async function runRoom(
  name: string,
  filters: readonly string[],
  { program, folder, suiteUrl, apiKey, examples, seed, timeoutMs }: RoomRun,
): Promise<Outcome | undefined> {
  const casesFile = join(folder, `${name}.xml`);
  const summaryFile = join(folder, `${name}.json`);
  const child = spawn(
    program,
    [
      ...['run', `${suiteUrl}/openapi.json`, ...filters],
      ...['--header', `Authorization: Bearer ${apiKey}`],
      ...['--checks', checks.join(',')],
      ...['--phases', 'examples,coverage,fuzzing'],
      ...['--max-examples', examples, '--seed', seed, '--no-shrink'],
      // Two at once break Python's own reader of sources, and with it what they were about to send.
      ...['--workers', '1', '--request-timeout', '60'],
      ...['--suppress-health-check', 'all', '--warnings', 'off'],
      ...['--generation-database', 'none', '--no-color', '--continue-on-failure'],
      ...['--report', 'junit,json'],
      ...['--report-junit-path', casesFile, '--report-json-path', summaryFile],
    ],
    { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const late = setTimeout(() => child.kill('SIGINT'), timeoutMs);
  const tooLate = setTimeout(() => child.kill('SIGKILL'), timeoutMs + windingDownMs);
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => resolve());
  }).finally(() => {
    clearTimeout(late);
    clearTimeout(tooLate);
  });
  return existsSync(casesFile) && existsSync(summaryFile)
    ? readOutcome(casesFile, summaryFile)
    : undefined;
}
