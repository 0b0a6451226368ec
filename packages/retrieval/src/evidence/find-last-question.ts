const asks = /[?？؟]["'»”)）]*$/;

/** The question at the end of a query that tells first what it is about; else the whole query. */
export function findLastQuestion(query: string): string {
  const sentences = query.split(/(?<=[?？؟][»”"']?)\s*|(?<=[.!。！])\s+(?=\p{Lu})|(?<=[。！])/u);
  return sentences.findLast((sentence) => asks.test(sentence.trim()))?.trim() ?? query;
}
