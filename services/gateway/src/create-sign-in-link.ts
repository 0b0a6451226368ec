import { databaseConfigShape, loadConfig, serviceUrlSchema } from '@lectern/service';
import { Pool } from 'pg';
import { z } from 'zod';
import { findFirstOwner } from './auth/first-run/first-owner.ts';
import { createOneTimeTokens } from './auth/one-time-links/one-time-tokens.ts';
import { createDatabase } from './database/tables.ts';

const config = loadConfig(
  z.object({
    DATABASE_URL: databaseConfigShape.DATABASE_URL,
    LECTERN_PUBLIC_URL: serviceUrlSchema.default('http://localhost:8000'),
  }),
  process.env,
);

const pool = new Pool({ connectionString: config.DATABASE_URL, max: 1 });
const database = createDatabase(pool);
try {
  const owner = await findFirstOwner(database);
  if (owner) {
    const token = await createOneTimeTokens(database, 1).addSignIn(owner.userId);
    process.stdout.write(`${config.LECTERN_PUBLIC_URL}/sign-in?token=${token}\n`);
  } else {
    process.stderr.write('There is no owner yet: start the gateway first.\n');
    process.exitCode = 1;
  }
} finally {
  await pool.end();
}
