/** Method of pooling the vectors of a text's tokens. */
export type Pooling = 'cls' | 'mean' | 'last';

export interface ModelHabits {
  readonly pooling: Pooling;
  readonly queryPrefix: string;
  readonly documentPrefix: string;
}

/**
 * Properties of model families, for folders that do not contain them. The first matching name
 * counts.
 */
const families: readonly (readonly [RegExp, Partial<ModelHabits>])[] = [
  [
    /bge-[a-z]+-en/i,
    { pooling: 'cls', queryPrefix: 'Represent this sentence for searching relevant passages: ' },
  ],
  [/bge/i, { pooling: 'cls' }],
  [/\be5\b|e5-/i, { queryPrefix: 'query: ', documentPrefix: 'passage: ' }],
  [/gte-[a-z]+-en-v1\.5|gte-multilingual|gte-modernbert/i, { pooling: 'cls' }],
  [/granite-embedding|arctic-embed|mxbai-embed/i, { pooling: 'cls' }],
  [
    /nomic-embed|modernbert-embed/i,
    { queryPrefix: 'search_query: ', documentPrefix: 'search_document: ' },
  ],
];

/**
 * Returns the properties of a model's family; mean pooling without prefixes for MiniLM, GTE and
 * most others.
 */
export function habitsOf(name: string): ModelHabits {
  const known = families.find(([pattern]) => pattern.test(name))?.[1];
  return { pooling: 'mean', queryPrefix: '', documentPrefix: '', ...known };
}
