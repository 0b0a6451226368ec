/** Reason why the suite cannot start or continue. The person who started it sees its message. */
export class SuiteError extends Error {
  override readonly name = 'SuiteError';
}
