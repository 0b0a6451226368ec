import { adminUrlVariable } from '../create-test-database.ts';
import { openTestPostgres } from '../test-postgres.ts';

/** Starts the PostgreSQL server that all test files share, unless one is given. */
// biome-ignore lint/style/noDefaultExport: Jest asks for a default export.
export default async function setUp(): Promise<void> {
  if (process.env[adminUrlVariable]) return;
  const postgres = await openTestPostgres();
  process.env[adminUrlVariable] = postgres.adminUrl;
  Object.assign(globalThis, { closeTestPostgres: postgres.close });
}
