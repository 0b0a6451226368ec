/** A sentence for the person at the terminal; the command ends with it. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
