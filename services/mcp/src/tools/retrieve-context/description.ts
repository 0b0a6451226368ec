/** Description for models. */
export const retrieveContextDescription = {
  en: `Finds whole articles in the team's own documents for a question: text, title and address.

Use it before answering anything these documents may cover, when more than a sentence is needed: how something works, a rule with its exceptions, a comparison. Answer from the articles alone, name them, and say so when metadata.has_results is false or they do not hold the answer. For single passages use search_documents.

For a vague or broad request call it several times from different angles: other words, a narrower part. A long article comes as its best passages (metadata.truncated).

Examples:
- "How do I get a refund?" -> "refund procedure"
- "The pump is loud" -> two calls: "pump noise causes", "pump maintenance"`,
  ru: `Находит в документах команды целые статьи по вопросу: текст, название и адрес.

Вызывай перед ответом на всё, что может быть в этих документах, когда одной фразы мало: как что-то устроено, правило с исключениями, сравнение. Отвечай только по статьям и называй их; если metadata.has_results равно false или ответа в них нет, скажи об этом. За отдельными отрывками обращайся к search_documents.

При неясной или широкой просьбе сделай несколько вызовов с разных сторон: другими словами, о части вопроса. Длинная статья приходит лучшими отрывками (metadata.truncated).

Примеры:
- «Как оформить отпуск?» -> "порядок оформления отпуска"
- «Насос шумит» -> два вызова: "причины шума насоса", "обслуживание насоса"`,
};

export const retrieveContextArguments = {
  query: 'What to look for: a question or a phrase, at most 2,000 characters, not blank.',
  topK: 'How many articles to return at most, from 1. Leave it out for the usual number.',
  collectionFilter:
    'Looks only into these collections (ids from list_collections), with the ones below them unless include_children is false. Leave it out to look everywhere.',
} as const;
