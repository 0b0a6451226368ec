import type { Sealer } from '@lectern/service';
import type { UpstreamDatabase } from '../upstream-tables.ts';
import { openCredentials, sealCredentials } from './credentials.ts';

/** Seals credentials of older keys with the newest one and returns their number. */
export async function resealCredentials(
  database: UpstreamDatabase,
  sealer: Sealer,
): Promise<number> {
  const rows = await database
    .selectFrom('mcp_servers')
    .select(['id', 'credentials'])
    .where('credentials', 'is not', null)
    .execute();
  let sealed = 0;
  for (const { id, credentials } of rows) {
    if (credentials === null || !sealer.isOutdated(credentials)) continue;
    const anew = sealCredentials(sealer, id, openCredentials(sealer, id, credentials));
    // Another process may have changed the credentials meanwhile.
    await database
      .updateTable('mcp_servers')
      .set({ credentials: anew })
      .where('id', '=', id)
      .where('credentials', '=', credentials)
      .execute();
    sealed += 1;
  }
  return sealed;
}
