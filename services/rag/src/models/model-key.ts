import { AppError } from '@lectern/contracts';
import type { Sealer } from '@lectern/service';

/**
 * Seals the API key of an added model.
 * @throws AppError `service_unavailable` if the installation has no key to seal it with.
 */
export function sealModelKey(
  sealer: Sealer | undefined,
  { id, key }: { readonly id: string; readonly key: string | null },
): string | null {
  if (key === null) return null;
  if (!sealer) {
    throw new AppError('service_unavailable', 'API keys need the setting CREDENTIAL_KEYS.');
  }
  return sealer.seal(key, placeOfKey(id));
}

/** @throws Error if the key that sealed it is missing. */
export function openModelKey(
  sealer: Sealer | undefined,
  { id, api_key }: { readonly id: string; readonly api_key: string | null },
): string | undefined {
  if (api_key === null) return undefined;
  if (!sealer) throw new Error('CREDENTIAL_KEYS is not set');
  return sealer.open(api_key, placeOfKey(id));
}

/** Keys of rerankers were sealed first, under this name. */
export function placeOfKey(id: string): string {
  return `reranker ${id}`;
}
