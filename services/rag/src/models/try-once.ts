import { AppError, type ErrorCode } from '@lectern/contracts';
import { ModelError } from '@lectern/retrieval';

const tryMs = 60_000;

export interface Trial<Model, Result> {
  readonly open: () => Promise<Model>;
  readonly use: (model: Model, signal: AbortSignal) => Promise<Result>;
  /** Code of the error for a model that cannot be used. */
  readonly code: ErrorCode;
  /** Address of a server; null for a local model. */
  readonly baseUrl: string | null;
}

/**
 * Opens a model, uses it once and closes it.
 * @throws AppError of the trial's code, whose `details.reason` is a `ModelProblem`.
 */
export async function tryOnce<Model extends { close(): Promise<void> }, Result>({
  open,
  use,
  code,
  baseUrl,
}: Trial<Model, Result>): Promise<Result> {
  let opened: Model | undefined;
  try {
    opened = await open();
    return await use(opened, AbortSignal.timeout(tryMs));
  } catch (error) {
    const isTooSlow = error instanceof DOMException;
    if (!isTooSlow && !(error instanceof ModelError)) throw error;
    const reason = isTooSlow ? 'too_slow' : error.problem;
    const isOfAddress = baseUrl !== null && reason !== 'key_refused';
    const field = reason === 'key_refused' ? 'api_key' : isOfAddress ? 'base_url' : 'model';
    throw new AppError(code, error.message, { cause: error, details: { field, reason } });
  } finally {
    await opened?.close();
  }
}
