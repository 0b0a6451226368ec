import { AppError } from '@lectern/contracts';
import type { Sealer } from '@lectern/service';
import type { SourceRow } from '../database/tables.ts';
import { type SourceCredentials, SourceError } from './source-adapter.ts';

/** @throws AppError `service_unavailable` if the installation has no key to seal them with. */
export function sealCredentials(
  sealer: Sealer | undefined,
  id: string,
  credentials: SourceCredentials | null,
): string | null {
  if (!credentials || Object.keys(credentials).length === 0) return null;
  if (!sealer) {
    throw new AppError('service_unavailable', 'Credentials need the setting CREDENTIAL_KEYS.');
  }
  return sealer.seal(JSON.stringify(credentials), placeOfCredentials(id));
}

/** @throws SourceError if the key that sealed them is missing. */
export function openCredentials(
  sealer: Sealer | undefined,
  { id, credentials }: Pick<SourceRow, 'id' | 'credentials'>,
): SourceCredentials {
  if (credentials === null) return {};
  try {
    if (!sealer) throw new Error('CREDENTIAL_KEYS is not set');
    return JSON.parse(sealer.open(credentials, placeOfCredentials(id))) as SourceCredentials;
  } catch (error) {
    throw new SourceError('access_denied', 'The credentials must be entered again.', {
      cause: error,
    });
  }
}

/** Returns the context in which the credentials of a source are sealed. */
export function placeOfCredentials(id: string): string {
  return `source ${id}`;
}
