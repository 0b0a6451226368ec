export interface LanceIndexOptions {
  /** Folder of all index versions; created if it is missing. */
  readonly directory: string;
  /** Name of the index version. Index versions share nothing. */
  readonly indexVersion: string;
  /** Length of the vectors. */
  readonly dimensions: number;
  /** One process at a time may write to an index version; any number may read. */
  readonly mode: 'read' | 'write';
}
