/** Settings of a search besides its query and scope. */
export interface SearchSettings {
  readonly mode: 'hybrid' | 'dense' | 'keyword';
  /** `default` uses the setting of the collection or the suite. */
  readonly fusion: 'default' | 'rrf' | 'relative';
  /** Weight of semantic search from 0 to 1; by default that of the collections or the suite. */
  readonly weight?: number | undefined;
  readonly rerank: boolean;
  /** From 0 to 1. */
  readonly recency: number;
  readonly limit: number;
}

export const defaultSettings: SearchSettings = {
  mode: 'hybrid',
  fusion: 'default',
  rerank: false,
  recency: 0,
  limit: 10,
};
