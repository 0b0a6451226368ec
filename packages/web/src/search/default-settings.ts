/** What a search is run with, beside its words and its documents. */
export interface SearchSettings {
  readonly mode: 'hybrid' | 'dense' | 'keyword';
  /** `default`: as the collection or the suite is set. */
  readonly fusion: 'default' | 'rrf' | 'relative';
  /** Of meaning against words, 0 to 1; without it as the collections or the suite are set. */
  readonly weight?: number | undefined;
  readonly rerank: boolean;
  /** 0 to 1. */
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
