/** A migration that cannot be applied: the message names the schema, the file and what to do. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}
