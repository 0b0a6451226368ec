export interface LanceIndexOptions {
  /** Folder of all generations; made if it is not there. */
  readonly directory: string;
  /** Names the generation. Indexes of different generations share nothing. */
  readonly generation: string;
  /** Length of the vectors. */
  readonly dimensions: number;
  /** One process at a time may write to a generation; any number may read. */
  readonly mode: 'read' | 'write';
}
