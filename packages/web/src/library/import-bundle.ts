import type { BundleImport } from '@lectern/contracts';
import { addressOf } from '../api/address-of.ts';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { fetchOrThrow } from '../api/fetch-or-throw.ts';

const uploadMs = 600_000;
const pollMs = 1_000;

/**
 * Imports a bundle below a collection and waits until it is done.
 * @throws ApiError the reason of the failed import.
 */
export async function importBundle(file: File, parentId: string): Promise<void> {
  const form = new FormData();
  form.append('parent_id', parentId);
  form.append('file', file);
  const response = await fetchOrThrow(addressOf('importBundle', {}), {
    method: 'POST',
    body: form,
    signal: AbortSignal.timeout(uploadMs),
  });
  let state = (await response.json()) as BundleImport;
  while (state.status === 'queued' || state.status === 'running') {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    state = await call('getBundleImport', { params: { id: state.id } });
  }
  if (state.error) {
    const { code, message, member } = state.error;
    throw new ApiError({ code, status: 0, message, details: { member } });
  }
}
