/** Stands in for a service: tells what environment it was given, and crashes when asked to. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';

if (process.env.FAIL_TO_START) {
  console.error('the cupboard is bare');
  process.exit(1);
}
if (process.env.LECTERN_CREDENTIALS_FILE) {
  writeFileSync(
    process.env.LECTERN_CREDENTIALS_FILE,
    JSON.stringify({ url: 'http://old', email: 'e', password: 'p', api_key: 'k' }),
  );
}
createServer((_request, response) => response.end(JSON.stringify(process.env))).listen(
  Number(process.env.PORT),
  process.env.HOST,
);
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
