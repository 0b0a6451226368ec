/** Description for models. */
export const searchDocumentsDescription = {
  en: `Searches the team's own documents and returns the passages that answer best, with sources.

Use it before answering anything these documents may cover: products, rules, processes, projects, people, reports. Answer from the passages alone, name their titles and pages, and say so when they do not hold the answer.

Write the query as a question or a short phrase. For a vague or broad request call it several times from different angles: other words, a narrower part, a likely heading. A low relevance_score (0 to 1) means that the documents probably do not cover it.

Examples:
- "How long may a refund take?" -> "refund processing time"
- "What do we know about X?" -> three calls: "X overview", "X pricing", "X limits"`,
  ru: `Ищет в документах команды и возвращает лучшие отрывки с источниками.

Вызывай перед ответом на всё, что может быть в этих документах: продукты, правила, процессы, проекты, люди, отчёты. Отвечай только по отрывкам, называй документ и страницу; если ответа в них нет, скажи об этом.

Запрос пиши вопросом или короткой фразой. При неясной или широкой просьбе сделай несколько вызовов с разных сторон: другими словами, о части вопроса, вероятным заголовком. Низкий relevance_score (от 0 до 1) означает, что документы, скорее всего, об этом не говорят.

Примеры:
- «Сколько дней отпуска?» -> "длительность отпуска"
- «Что мы знаем об X?» -> три вызова: "X обзор", "X цены", "X ограничения"`,
};

export const searchDocumentsArguments = {
  query: {
    en: 'What to look for: a question or a phrase, at most 2,000 characters. Operators: "exact words", -word, type:pdf, in:"collection name", after:2024, before:2024-05.',
    ru: 'Что искать: вопрос или фраза, не больше 2000 знаков. Операторы: "точные слова", -слово, type:pdf, in:"название коллекции", after:2024, before:2024-05.',
  },
  limit: (maximum: number) => ({
    en: `Maximum passages, ${maximum} at most.`,
    ru: `Сколько отрывков вернуть, не больше ${maximum}.`,
  }),
  includeSources: {
    en: 'Adds the document, page, section and position of each passage.',
    ru: 'Добавляет к отрывкам документ, страницу, раздел и место.',
  },
  collectionFilter: {
    en: 'Searches only these collections (ids from list_collections) and the ones below them, unless include_children is false. Leave it out to search everywhere.',
    ru: 'Искать только в этих коллекциях (id из list_collections) и во вложенных, если include_children не false. Без этого аргумента поиск идёт везде.',
  },
} as const;
