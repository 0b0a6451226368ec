import { migrate } from '@lectern/migrate';
import { createDatabaseRoles } from './create-database-roles.ts';
import { type GrantIndexAccessOptions, grantIndexAccess } from './grant-index-access.ts';

export interface PrepareStoresOptions {
  /** Of the owner of every schema; no transaction pooler in between. */
  readonly databaseUrl: string;
  readonly passwords: Parameters<typeof createDatabaseRoles>[0]['passwords'];
  /** Weaviate, where the index is there. */
  readonly weaviate?: GrantIndexAccessOptions | undefined;
  /** Told one line for each thing that was done. */
  readonly log: (line: string) => void;
}

/** Brings the stores to where the services can start: schemas, then who may use them. */
export async function prepareStores({
  databaseUrl,
  passwords,
  weaviate,
  log,
}: PrepareStoresOptions): Promise<void> {
  await migrate({ databaseUrl, log });
  await createDatabaseRoles({ databaseUrl, passwords });
  log('database roles: up to date');
  if (!weaviate) return;
  await grantIndexAccess(weaviate);
  log('index role: up to date');
}
