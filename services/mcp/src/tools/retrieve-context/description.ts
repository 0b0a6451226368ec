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
  query: {
    en: 'What to look for: a question or a phrase, at most 2,000 characters, not blank.',
    ru: 'Что искать: непустой вопрос или фраза, не больше 2000 знаков.',
  },
  topK: (usual: number) => ({
    en: `Maximum articles, at least 1. Default: ${usual}. More articles mean shorter ones, since they share one budget of text.`,
    ru: `Сколько статей вернуть, от 1. По умолчанию ${usual}. Чем больше статей, тем они короче: объём текста у них общий.`,
  }),
  collectionFilter: {
    en: 'Looks only into these collections (ids from list_collections) and the ones below them, unless include_children is false. Leave it out to look everywhere.',
    ru: 'Искать только в этих коллекциях (id из list_collections) и во вложенных, если include_children не false. Без этого аргумента поиск идёт везде.',
  },
} as const;
