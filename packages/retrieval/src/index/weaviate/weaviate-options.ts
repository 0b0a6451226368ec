export interface WeaviateServer {
  /** Address of the REST API, for example `http://weaviate:8080`. */
  readonly url: string;
  /** Address of the gRPC API, for example `http://weaviate:50051`. */
  readonly grpcUrl: string;
  readonly apiKey?: string | undefined;
}

export interface WeaviateIndexOptions {
  readonly server: WeaviateServer;
  /** Names the generation. Indexes of different generations share nothing. */
  readonly generation: string;
  /** Length of the vectors. */
  readonly dimensions: number;
  /** A writer creates the generation's collection where it is missing. */
  readonly mode: 'read' | 'write';
}
