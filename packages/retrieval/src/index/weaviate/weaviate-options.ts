export interface WeaviateServer {
  /**
   * Address of the REST API, for example `http://weaviate:8080`; commas separate the nodes of a
   * cluster.
   */
  readonly url: string;
  /** Address of the gRPC API, for example `http://weaviate:50051`; as many, in the same order. */
  readonly grpcUrl: string;
  readonly apiKey?: string | undefined;
  /**
   * Copies of each chunk. An index version with another number is rebuilt. Absent: new index
   * versions have the server's default, and existing ones stay.
   */
  readonly replicationFactor?: number | undefined;
}

export interface WeaviateIndexOptions {
  readonly server: WeaviateServer;
  /** Name of the index version. Index versions share nothing. */
  readonly indexVersion: string;
  /** Length of the vectors. */
  readonly dimensions: number;
  /** A writer creates the missing collection of the index version. */
  readonly mode: 'read' | 'write';
}
