/** A sentence for the person at the terminal; the command ends with it. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
}

/** What was typed is no use of the command: it ends as with an option that it does not know. */
export class UsageError extends CommandError {
  override readonly name = 'UsageError';
}
