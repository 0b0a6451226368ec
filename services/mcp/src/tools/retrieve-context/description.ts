/** For models: English, then the same in Russian. */
export const retrieveContextDescription = `Finds whole articles in the team's own documents for a question: text, title and address.

Use it before answering anything these documents may cover, when more than a sentence is needed: how something works, a rule with its exceptions, a comparison. Answer from the articles alone, name them, and say so when metadata.has_results is false or they do not hold the answer. For single passages use search_documents.

For a vague or broad request call it several times from different angles: other words, a narrower part. A long article comes as its best passages (metadata.truncated).

Examples:
- "How do I get a refund?" -> "refund procedure"
- "The pump is loud" -> two calls: "pump noise causes", "pump maintenance"

По-русски: находит целые статьи в документах команды. Вызывай перед ответом на всё, что в них может быть; отвечай только по статьям, называй их; если ответа нет, скажи. При неясной просьбе сделай несколько вызовов с разных сторон. Пример: «Как оформить отпуск?» -> "порядок оформления отпуска".`;

export const retrieveContextArguments = {
  query: 'What to look for: a question or a phrase, at most 2,000 characters, not blank.',
  topK: 'How many articles to return at most, from 1. Leave it out for the usual number.',
  collectionFilter:
    'Looks only into these collections (ids from list_collections), with the ones below them unless include_children is false. Leave it out to look everywhere.',
} as const;
