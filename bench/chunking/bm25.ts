const k1 = 0.9;
const b = 0.4;

/** Plain BM25 over word tokens in lower case: the yardstick of the data's own floor figures. */
export function createBm25(texts: readonly string[]): (query: string, limit: number) => number[] {
  const documents = texts.map(countTokens);
  const lengths = documents.map((counts) => [...counts.values()].reduce((sum, n) => sum + n, 0));
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  const frequency = new Map<string, number>();
  for (const counts of documents) {
    for (const token of counts.keys()) frequency.set(token, (frequency.get(token) ?? 0) + 1);
  }
  return (query, limit) => {
    const tokens = [...countTokens(query).keys()];
    const scores = documents.map((counts, at) => {
      let score = 0;
      for (const token of tokens) {
        const count = counts.get(token);
        if (count === undefined) continue;
        const seen = frequency.get(token) as number;
        const weight = Math.log(1 + (texts.length - seen + 0.5) / (seen + 0.5));
        score += (weight * count) / (count + k1 * (1 - b + (b * (lengths[at] as number)) / mean));
      }
      return { at, score };
    });
    return scores
      .toSorted((x, y) => y.score - x.score || x.at - y.at)
      .slice(0, limit)
      .map(({ at }) => at);
  };
}

function countTokens(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const token of text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []) {
    counts.set(token, (counts.get(token) ?? 0) + 1);
  }
  return counts;
}
