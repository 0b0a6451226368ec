import { appendFileSync } from 'node:fs';

/**
 * Appends one JSON line for a check to the file that `LECTERN_REPORT` names: `{name, status: "passed" | "failed" | "skipped", reason?}`.
 */
export function reportCheck(check) {
  const file = process.env.LECTERN_REPORT;
  if (file) appendFileSync(file, `${JSON.stringify(check)}\n`);
}
