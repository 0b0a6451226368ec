/** How many copies take a write before it is done, and how many a read asks: Weaviate's words. */
export type ConsistencyLevel = 'ONE' | 'QUORUM' | 'ALL';

export interface WeaviateServer {
  /**
   * Address of the REST API, for example `http://weaviate:8080`; those of a cluster's nodes are
   * separated by commas.
   */
  readonly url: string;
  /** Address of the gRPC API, for example `http://weaviate:50051`; as many, in the same order. */
  readonly grpcUrl: string;
  readonly apiKey?: string | undefined;
  /**
   * Nodes that hold a copy of each chunk. An index version with another number is made anew; absent:
   * new ones have what the server gives, and none is touched.
   */
  readonly replicationFactor?: number | undefined;
  /** Default: `QUORUM`, which goes on without a third of the nodes and misses nothing. */
  readonly consistencyLevel?: ConsistencyLevel | undefined;
}

export interface WeaviateIndexOptions {
  readonly server: WeaviateServer;
  /** Names the index version. Indexes of different index versions share nothing. */
  readonly indexVersion: string;
  /** Length of the vectors. */
  readonly dimensions: number;
  /** A writer creates the index version's collection where it is missing. */
  readonly mode: 'read' | 'write';
}
