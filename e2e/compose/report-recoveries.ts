import type { Report } from '../suite/report.ts';
import type { Recovery } from './recovery.ts';

const serviceWidth = 12;
const columnWidth = 14;

/** A line for each kind of container, and all of them as one line of JSON. Seconds since the crash. */
export function reportRecoveries(report: Report, recoveries: readonly Recovery[]): void {
  const rows = recoveries.map(({ service, worksAfterMs, healthyAfterMs }) => ({
    service,
    ...Object.fromEntries(
      Object.entries(worksAfterMs).map(([kind, ms]) => [`${kind}_after_s`, toSeconds(ms)]),
    ),
    healthy_after_s: toSeconds(healthyAfterMs),
  }));
  const columns = Object.keys(rows[0] ?? {}).slice(1);
  report.print(
    `${'crashed'.padEnd(serviceWidth)}${columns.map((name) => name.padStart(columnWidth + 2)).join('')}`,
  );
  for (const { service, ...times } of rows) {
    const cells = Object.values(times).map((time) => time.toFixed(1).padStart(columnWidth + 2));
    report.print(`${service.padEnd(serviceWidth)}${cells.join('')}`);
  }
  console.log(JSON.stringify({ measure: 'recovery', rows }));
}

function toSeconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}
