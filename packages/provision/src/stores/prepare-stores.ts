import { migrate } from '@lectern/migrate';
import { createDatabaseRoles } from './create-database-roles.ts';
import { type GrantIndexAccessOptions, grantIndexAccess } from './grant-index-access.ts';

export interface PrepareStoresOptions {
  /** Login of the owner of all schemas, without a transaction pooler. */
  readonly databaseUrl: string;
  readonly passwords: Parameters<typeof createDatabaseRoles>[0]['passwords'];
  /** Set if the index is in Weaviate. */
  readonly weaviate?: GrantIndexAccessOptions | undefined;
  /** Called with one line for each action. */
  readonly log: (line: string) => void;
}

/** Prepares the stores for the services: schemas first, then rights. */
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
