import { AppError, type CreateMcpServer, type UpdateMcpServer } from '@lectern/contracts';
import type { Sealer } from '@lectern/service';
import { sql } from 'kysely';
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

const hiddenQuery = '?…';

/**
 * Splits an address into the one that is shown and its query, which may hold a secret.
 * @throws AppError `invalid_request` for an address that was shown.
 */
export function hideQuery(address: string): { url: string; query?: string } {
  const at = address.indexOf('?');
  if (at < 0) return { url: address };
  const [url, query] = [address.slice(0, at), address.slice(at)];
  if (query === hiddenQuery) {
    const details = { field: 'url' };
    throw new AppError('invalid_request', 'url: its whole query is needed', { details });
  }
  return query === '?' ? { url } : { url: `${url}${hiddenQuery}`, query };
}

/** Seals credentials; null if there are none. */
export function sealCredentials(
  sealer: Sealer,
  place: SealedPlace,
  credentials: ServerCredentials,
): string | null {
  const { headers, query, oauth } = credentials;
  const isEmpty = Object.keys(headers).length === 0 && query === undefined && oauth === null;
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

function findQuery(sealer: Sealer, place: SealedPlace, sealed: string | null) {
  const opened = sealed === null ? undefined : findOpened(sealer, place, sealed);
  return opened && (JSON.parse(opened.text) as ServerCredentials).query;
}

interface KeptCredentials {
  readonly id: string;
  readonly sealed: string | null;
  /** The address of the server before the change. */
  readonly urlBefore: string;
}

/**
 * Returns the changed columns, and whether the address is another one, which does not keep the old
 * credentials. The address as it is shown keeps them.
 * @throws AppError as `hideQuery` does.
 */
export function changeCredentials(
  sealer: Sealer,
  { id, sealed, urlBefore }: KeptCredentials,
  { url: given = urlBefore, headers, oauth }: UpdateMcpServer,
) {
  const place = { id, url: urlBefore };
  const { url, query } = given === urlBefore ? { url: given, query: undefined } : hideQuery(given);
  const isMoved =
    url !== urlBefore || (query !== undefined && query !== findQuery(sealer, place, sealed));
  if (headers === undefined && oauth === undefined && !isMoved) return { isMoved, columns: {} };
  const before = isMoved ? { ...none, query } : openCredentials(sealer, place, sealed);
  const after = {
    ...before,
    headers: headers ?? before.headers,
    oauth: oauth === undefined ? before.oauth : toOauth(oauth),
  };
  return {
    isMoved,
    columns: {
      url,
      credentials: sealCredentials(sealer, { id, url }, after),
      header_names: Object.keys(after.headers),
      has_oauth: after.oauth !== null,
    },
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
 * Seals credentials of older keys with the newest one, binds those of older versions to the address
 * of their server, and takes its query out of the address. Returns their number.
 */
export async function resealCredentials(
  database: UpstreamDatabase,
  sealer: Sealer,
): Promise<number> {
  const rows = await database
    .selectFrom('mcp_servers')
    .select(['id', 'url', 'credentials'])
    .where(sql<boolean>`credentials is not null or position('?' in url) > 0`)
    .execute();
  let sealed = 0;
  for (const { id, url, credentials } of rows) {
    const opened =
      credentials === null
        ? { text: JSON.stringify(none), isBound: true }
        : findOpened(sealer, { id, url }, credentials);
    const isOutdated = credentials !== null && sealer.isOutdated(credentials);
    const shown = url.endsWith(hiddenQuery) ? { url } : hideQuery(url);
    if (!opened || (opened.isBound && !isOutdated && shown.url === url)) continue;
    const anew = {
      ...(JSON.parse(opened.text) as ServerCredentials),
      ...(shown.query && { query: shown.query }),
    };
    // Another process may have changed the server meanwhile.
    await database
      .updateTable('mcp_servers')
      .set({ url: shown.url, credentials: sealCredentials(sealer, { id, url: shown.url }, anew) })
      .where('id', '=', id)
      .where('url', '=', url)
      .where('credentials', 'is not distinct from', credentials)
      .execute();
    sealed += 1;
  }
  return sealed;
}
