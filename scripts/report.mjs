import { appendFileSync } from 'node:fs';

/**
 * A runner told where to report (`LECTERN_REPORT`, a file) appends one JSON line for each of its
 * checks: `{name, status: "passed" | "failed" | "skipped", reason?}`.
 */
export function reportCheck(check) {
  const file = process.env.LECTERN_REPORT;
  if (file) appendFileSync(file, `${JSON.stringify(check)}\n`);
}
