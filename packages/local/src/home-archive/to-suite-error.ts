import { describeFailure } from '@lectern/bundles';
import { SuiteError } from '../suite-error.ts';

/** Runs an export or import. Failures that an operator can fix, and cancelling, become a `SuiteError`. */
export async function withSuiteErrors<Result>(
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted) throw new SuiteError('Cancelled.', { cause: error });
    const sentence = describeFailure(error);
    if (sentence === undefined) throw error;
    throw new SuiteError(sentence, { cause: error });
  }
}
