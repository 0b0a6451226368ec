/** Description for models and benchmarks. */
export const ragQueryDescription = {
  en: `Asks the suite's own model one question about the team's documents, and returns its cited answer together with every passage that was found, with the scores of each stage.

Use it to examine or evaluate answers: which passages were found, in what order, with which scores, and which of them the answer uses (used_chunk_ids). To answer a person yourself, use search_documents or retrieve_context: this tool runs a model of its own and takes seconds. data.abstained is true when the documents do not hold the answer; data.answer then says so.

Example: question: "How often is the filter changed?", request_id: "eval-17"`,
  ru: `Задаёт вопрос собственной модели сервера и возвращает её ответ со ссылками, а также все найденные отрывки с оценками каждого этапа. Нужен для проверки и оценки ответов. Чтобы ответить человеку самому, вызывай search_documents или retrieve_context. data.abstained — true, когда ответа в документах нет.`,
};

export const ragQueryArguments = {
  question: {
    en: 'The question, at most 2,000 characters.',
    ru: 'Вопрос, не больше 2000 знаков.',
  },
  requestId: {
    en: 'Your name for this call, for logs and traces.',
    ru: 'Ваше имя этого вызова для журналов и трассировки.',
  },
  sessionId: {
    en: 'Your name for a series of calls, for logs and traces.',
    ru: 'Ваше имя серии вызовов для журналов и трассировки.',
  },
  collectionFilter: {
    en: 'Asks only these collections (ids from list_collections) and the ones below them, unless include_children is false.',
    ru: 'Спрашивать только по этим коллекциям (id из list_collections) и вложенным, если include_children не false.',
  },
} as const;
