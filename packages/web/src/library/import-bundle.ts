import { ApiError } from '../api/api-error.ts';
import { call, upload } from '../api/call.ts';

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
  let state = await upload('importBundle', form, { signal: AbortSignal.timeout(uploadMs) });
  while (state.status === 'queued' || state.status === 'running') {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    state = await call('getBundleImport', { params: { id: state.id } });
  }
  if (state.error) {
    const { code, message, member } = state.error;
    throw new ApiError({ code, status: 0, message, details: { member } });
  }
}
