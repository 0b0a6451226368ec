/** How the vectors of a text's tokens become one. */
export type Pooling = 'cls' | 'mean' | 'last';

export interface ModelHabits {
  readonly pooling: Pooling;
  readonly queryPrefix: string;
  readonly documentPrefix: string;
}

/** What families of models expect, for folders that do not say it themselves. By name; the first that matches. */
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

/** Mean pooling without prefixes where no family is known: MiniLM, GTE and most others. */
export function habitsOf(name: string): ModelHabits {
  const known = families.find(([pattern]) => pattern.test(name))?.[1];
  return { pooling: 'mean', queryPrefix: '', documentPrefix: '', ...known };
}
