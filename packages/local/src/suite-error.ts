/** A reason why the suite cannot start or go on, told to the person who started it as it stands. */
export class SuiteError extends Error {
  override readonly name = 'SuiteError';
}
