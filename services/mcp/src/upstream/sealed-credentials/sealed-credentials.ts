import type { CreateMcpServer, UpdateMcpServer } from '@lectern/contracts';
import type { Sealer } from '@lectern/service';
import type { ServerConnection, ServerCredentials } from '../connections/outside-servers.ts';
import type { UpstreamDatabase } from '../upstream-tables.ts';

const none: ServerCredentials = { headers: {}, oauth: null };

/** Seals credentials; null if there are none. */
export function sealCredentials(
  sealer: Sealer,
  id: string,
  credentials: ServerCredentials,
): string | null {
  const isEmpty = Object.keys(credentials.headers).length === 0 && credentials.oauth === null;
  return isEmpty ? null : sealer.seal(JSON.stringify(credentials), placeOf(id));
}

export function openCredentials(
  sealer: Sealer,
  id: string,
  sealed: string | null,
): ServerCredentials {
  return sealed === null
    ? none
    : (JSON.parse(sealer.open(sealed, placeOf(id))) as ServerCredentials);
}

interface KeptCredentials {
  readonly id: string;
  readonly sealed: string | null;
  /** The address of the server changed. */
  readonly isMoved: boolean;
}

/** Returns the changed columns. A new address does not keep the old credentials. */
export function changeCredentials(
  sealer: Sealer,
  { id, sealed, isMoved }: KeptCredentials,
  { headers, oauth }: UpdateMcpServer,
) {
  if (headers === undefined && oauth === undefined && !isMoved) return {};
  const before = isMoved ? none : openCredentials(sealer, id, sealed);
  const after = {
    headers: headers ?? before.headers,
    oauth: oauth === undefined ? before.oauth : toOauth(oauth),
  };
  return {
    credentials: sealCredentials(sealer, id, after),
    header_names: Object.keys(after.headers),
    has_oauth: after.oauth !== null,
  };
}

export function toOauth(oauth: CreateMcpServer['oauth']) {
  return (
    oauth && {
      clientId: oauth.client_id,
      clientSecret: oauth.client_secret,
      issuer: oauth.issuer,
      scope: oauth.scope,
    }
  );
}

/** Converts a row to a connection with opened credentials. */
export function toConnection(
  sealer: Sealer,
  row: {
    readonly id: string;
    readonly organisation_id: string;
    readonly name: string;
    readonly url: string;
    readonly credentials: string | null;
    readonly updated_at: Date;
  },
): ServerConnection {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    name: row.name,
    url: row.url,
    credentials: openCredentials(sealer, row.id, row.credentials),
    updatedAt: row.updated_at,
  };
}

function placeOf(id: string): string {
  return `mcp_servers/${id}`;
}

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
