import { migrate } from './migrate.ts';
import { MigrationError } from './migration-error.ts';

const databaseUrl = process.env.DATABASE_DIRECT_URL ?? process.env.DATABASE_URL;
if (!databaseUrl) {
  console.error('migrate: DATABASE_URL is not set');
  process.exit(1);
}

try {
  await migrate({ databaseUrl, log: (line) => console.log(`migrate: ${line}`) });
} catch (error) {
  console.error(error instanceof MigrationError ? `migrate: ${error.message}` : error);
  process.exit(1);
}
