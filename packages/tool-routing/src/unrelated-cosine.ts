import type { Embedder } from '@lectern/retrieval';

/** Unrelated tasks and tools. */
const tasks = [
  'Is there a flight from Lisbon to Oslo on Friday morning?',
  'Merge the branch of the login page into main',
  'How much salt belongs into bread dough?',
  'Play the second album of that jazz trio',
  'What does an MRI of the knee cost without insurance?',
  'Translate this contract into Polish',
  'Which planets can be seen tonight?',
  'Remind me to water the tomatoes',
];
const tools = [
  'convert currency. Converts an amount of money at the rate of a day.',
  'resize image. Changes the width and height of a picture file.',
  'get stock price. Last price of a share at an exchange.',
  'find hotel. Hotels with free rooms near a place.',
  'run sql. Runs a query on a database and returns rows.',
  'solve equation. Solutions of an algebraic equation.',
  'track parcel. Where a parcel is now, by its number.',
  'create chart. Draws a bar chart of the given values.',
];

/** Maximum cosine of unrelated texts for a usable model. */
const maxUnrelated = 0.95;

const measured = new WeakMap<Embedder, Promise<number>>();

/**
 * Measures the cosine of unrelated texts: near 0 for some models, above .4 for others. The result
 * is cached for each embedder; a failure is not. It has no deadline of a caller, since a slow model
 * would never be measured.
 * @throws the embedder's errors.
 */
export function findUnrelatedCosine(embedder: Embedder): Promise<number> {
  const known = measured.get(embedder);
  if (known) return known;
  const measuring = measure(embedder);
  measured.set(embedder, measuring);
  measuring.catch(() => measured.delete(embedder));
  return measuring;
}

async function measure(embedder: Embedder): Promise<number> {
  const [documents, ...queries] = await Promise.all([
    embedder.embedDocuments(tools),
    ...tasks.map((task) => embedder.embedQuery(task)),
  ]);
  const cosines = queries.flatMap((query) => documents.map((document) => dot(query, document)));
  const mean = cosines.reduce((sum, cosine) => sum + cosine, 0) / cosines.length;
  return Math.min(Math.max(0, mean), maxUnrelated);
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}
