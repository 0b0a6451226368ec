import { allScopes } from '@lectern/contracts';
import { createLogger, databaseConfigShape, loadConfig, serviceUrlSchema } from '@lectern/service';
import { Pool } from 'pg';
import { z } from 'zod';
import { createAuditLog } from './audit/audit-log.ts';
import { createApiKeys } from './auth/api-keys/api-keys.ts';
import { createAuth } from './auth/better-auth/create-auth.ts';
import { findFirstOwner } from './auth/first-run/first-owner.ts';
import { writeCredentials } from './auth/first-run/write-credentials.ts';
import { createDatabase } from './database/tables.ts';

// For a site restored from an archive: its keys are stored as hashes, so its owner gets a new one.
const config = loadConfig(
  z.object({
    DATABASE_URL: databaseConfigShape.DATABASE_URL,
    BETTER_AUTH_SECRET: z.string().min(32),
    LECTERN_PUBLIC_URL: serviceUrlSchema,
    LECTERN_CREDENTIALS_FILE: z.string(),
  }),
  process.env,
);

const pool = new Pool({ connectionString: config.DATABASE_URL, max: 2 });
const database = createDatabase(pool);
try {
  const owner = await findFirstOwner(database);
  if (owner) {
    const auth = createAuth({
      pool,
      secret: config.BETTER_AUTH_SECRET,
      publicUrl: config.LECTERN_PUBLIC_URL,
      auditLog: createAuditLog(database),
      logger: createLogger({ name: 'gateway', level: 'warn' }),
    });
    const { key } = await createApiKeys(auth, database, Number.POSITIVE_INFINITY).add({
      userId: owner.userId,
      organisationId: owner.organisationId,
      name: 'key of this home',
      scopes: allScopes,
      expiresInDays: undefined,
    });
    await writeCredentials(config.LECTERN_CREDENTIALS_FILE, {
      url: config.LECTERN_PUBLIC_URL,
      email: owner.email,
      api_key: key,
    });
    process.stdout.write(`${owner.email}\n`);
  } else {
    process.stderr.write('The site has no owner.\n');
    process.exitCode = 1;
  }
} finally {
  await pool.end();
}
