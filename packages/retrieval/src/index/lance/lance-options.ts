export interface LanceIndexOptions {
  /** Folder of all index versions; made if it is not there. */
  readonly directory: string;
  /** Names the index version. Indexes of different index versions share nothing. */
  readonly indexVersion: string;
  /** Length of the vectors. */
  readonly dimensions: number;
  /** One process at a time may write to an index version; any number may read. */
  readonly mode: 'read' | 'write';
}
