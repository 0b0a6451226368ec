import { describeFailure } from '@lectern/bundles';
import { SuiteError } from '../suite-error.ts';

/** Runs a transfer; what an operator can mend, or wanted, becomes a `SuiteError`. */
export async function withSuiteErrors<Result>(
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted) throw new SuiteError('Given up.', { cause: error });
    const sentence = describeFailure(error);
    if (sentence === undefined) throw error;
    throw new SuiteError(sentence, { cause: error });
  }
}
