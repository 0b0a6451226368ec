/** A sentence for the person at the terminal; the command ends with it. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
}

/** Wrong usage of a command, for example an unknown option: exit code 2. */
export class UsageError extends CommandError {
  override readonly name = 'UsageError';
}
