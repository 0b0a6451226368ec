const asks = /[?？؟]["'»”)）]*$/;

/** Returns the last question of a query that gives context first; without one the whole query. */
export function findLastQuestion(query: string): string {
  const sentences = query.split(/(?<=[?？؟][»”"']?)\s*|(?<=[.!。！])\s+(?=\p{Lu})|(?<=[。！])/u);
  return sentences.findLast((sentence) => asks.test(sentence.trim()))?.trim() ?? query;
}
