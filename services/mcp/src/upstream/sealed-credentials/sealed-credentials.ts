import type { CreateMcpServer, UpdateMcpServer } from '@lectern/contracts';
import type { Sealer } from '@lectern/service';
import {
  OutsideServerError,
  type ServerConnection,
  type ServerCredentials,
} from '../connections/outside-servers.ts';
import type { UpstreamDatabase } from '../upstream-tables.ts';

const none: ServerCredentials = { headers: {}, oauth: null };

/** The server that credentials are sealed for. Another address cannot open them. */
export interface SealedPlace {
  readonly id: string;
  readonly url: string;
}

/** Seals credentials; null if there are none. */
export function sealCredentials(
  sealer: Sealer,
  place: SealedPlace,
  credentials: ServerCredentials,
): string | null {
  const isEmpty = Object.keys(credentials.headers).length === 0 && credentials.oauth === null;
  return isEmpty ? null : sealer.seal(JSON.stringify(credentials), contextOf(place));
}

/** @throws the sealer's error for another place or an unknown key. */
export function openCredentials(
  sealer: Sealer,
  place: SealedPlace,
  sealed: string | null,
): ServerCredentials {
  return sealed === null
    ? none
    : (JSON.parse(open(sealer, place, sealed).text) as ServerCredentials);
}

/** Credentials of older versions are bound to the id alone, until the next start seals them anew. */
function open(sealer: Sealer, place: SealedPlace, sealed: string) {
  try {
    return { text: sealer.open(sealed, contextOf(place)), isBound: true };
  } catch {
    return { text: sealer.open(sealed, `mcp_servers/${place.id}`), isBound: false };
  }
}

/** Undefined if nothing opens them: the server shows that its credentials do not work. */
function findOpened(sealer: Sealer, place: SealedPlace, sealed: string) {
  try {
    return open(sealer, place, sealed);
  } catch {
    return undefined;
  }
}

interface KeptCredentials {
  readonly id: string;
  readonly sealed: string | null;
  /** The address of the server before and after the change. */
  readonly urlBefore: string;
  readonly url: string;
}

/** Returns the changed columns. A new address does not keep the old credentials. */
export function changeCredentials(
  sealer: Sealer,
  { id, sealed, urlBefore, url }: KeptCredentials,
  { headers, oauth }: UpdateMcpServer,
) {
  const isMoved = url !== urlBefore;
  if (headers === undefined && oauth === undefined && !isMoved) return {};
  const before = isMoved ? none : openCredentials(sealer, { id, url }, sealed);
  const after = {
    headers: headers ?? before.headers,
    oauth: oauth === undefined ? before.oauth : toOauth(oauth),
  };
  return {
    credentials: sealCredentials(sealer, { id, url }, after),
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

/** Converts a row to a connection. Its credentials are opened when it is used. */
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
    openCredentials() {
      try {
        return openCredentials(sealer, row, row.credentials);
      } catch (cause) {
        throw new OutsideServerError('unauthorized', { cause });
      }
    },
    updatedAt: row.updated_at,
  };
}

function contextOf({ id, url }: SealedPlace): string {
  return `mcp_servers/${id} ${url}`;
}

/**
 * Seals credentials of older keys with the newest one, and binds those of older versions to the
 * address of their server. Returns their number.
 */
export async function resealCredentials(
  database: UpstreamDatabase,
  sealer: Sealer,
): Promise<number> {
  const rows = await database
    .selectFrom('mcp_servers')
    .select(['id', 'url', 'credentials'])
    .where('credentials', 'is not', null)
    .execute();
  let sealed = 0;
  for (const { id, url, credentials } of rows) {
    if (credentials === null) continue;
    const opened = findOpened(sealer, { id, url }, credentials);
    if (!opened || (opened.isBound && !sealer.isOutdated(credentials))) continue;
    const anew = sealer.seal(opened.text, contextOf({ id, url }));
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
