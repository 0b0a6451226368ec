import { parseArgs } from 'node:util';
import { allSubjects } from './acceptance/all-subjects.ts';
import { Report } from './suite/report.ts';

/**
 * `npm run clauses -- [SUBJECT …] [--only TEXT]`: asks running suites what the requirements promise,
 * sentence by sentence, and prints each call with its answer.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' } },
});
const names = allSubjects.map(({ name }) => name);
const unknown = positionals.filter((name) => !names.includes(name));
if (unknown.length) {
  throw new RangeError(`No subject ${unknown.join(', ')}. There are: ${names.join(', ')}.`);
}
const report = new Report();
for (const subject of allSubjects) {
  if (positionals.length && !positionals.includes(subject.name)) continue;
  await report.try(`${subject.name}: the run came to its end`, () =>
    subject.run(report, values.only),
  );
}
if (process.env.LECTERN_REPORT) report.write(process.env.LECTERN_REPORT);
const counts = (['passed', 'failed', 'skipped'] as const).map(
  (status) => `${report.count(status)} ${status}`,
);
console.log(`clauses: ${counts.join(', ')}`);
process.exitCode = report.hasFailures ? 1 : 0;
if (process.connected) process.disconnect();
