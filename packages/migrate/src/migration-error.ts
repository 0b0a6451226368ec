/** A migration that cannot be applied. The message names the schema, the file and the remedy. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}
