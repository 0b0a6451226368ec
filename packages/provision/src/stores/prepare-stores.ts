import { migrate } from '@lectern/migrate';
import { createDatabaseRoles } from './create-database-roles.ts';

export interface PrepareStoresOptions {
  /** Of the owner of every schema; no transaction pooler in between. */
  readonly databaseUrl: string;
  readonly passwords: Parameters<typeof createDatabaseRoles>[0]['passwords'];
  /** Told one line for each thing that was done. */
  readonly log: (line: string) => void;
}

/** Brings the stores to where the services can start: schemas, then who may use them. */
export async function prepareStores({
  databaseUrl,
  passwords,
  log,
}: PrepareStoresOptions): Promise<void> {
  await migrate({ databaseUrl, log });
  await createDatabaseRoles({ databaseUrl, passwords });
  log('roles: up to date');
}
