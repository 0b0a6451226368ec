/** For models: English, then the same in Russian. */
export const searchDocumentsDescription = `Searches the team's own documents and returns the passages that answer best, with their sources.

Use it before answering anything that the team's documents may cover: its products, rules, processes, projects, people, reports, research. Answer from the passages, name their titles and pages, and say so when they do not hold the answer.

Write the query as a full question or a short phrase, in the language of the documents if you know it. For a vague or broad request call it several times, each time from another angle: other words, a narrower part, a likely heading. relevance_score runs from 0 to 1; a low best score means that the documents probably do not cover it.

Examples:
- "How long may a refund take?" -> query: "refund processing time"
- "What do we know about competitor X?" -> three calls: "X product overview", "X pricing", "comparison of our product with X"
- "What changed in the security rules?" -> query: "security policy changes", limit: 20

По-русски: ищет отрывки в документах команды и возвращает их с источниками. Вызывай перед ответом на всё, что может быть в этих документах: продукты, правила, процессы, проекты, отчёты, исследования. Отвечай только по найденным отрывкам, называй документ и страницу; если ответа в них нет, так и скажи. Запрос пиши вопросом или короткой фразой на языке документов. При общей или неясной просьбе сделай несколько вызовов с разных сторон. Пример: «Сколько дней отпуска?» -> query: "продолжительность ежегодного отпуска".`;

export const searchDocumentsArguments = {
  query: 'What to look for: a question or a phrase, at most 2,000 characters.',
  includeSources: 'Whether each passage comes with its document, page, section and position.',
  collectionFilter:
    'Searches only these collections (ids from list_collections), with the ones below them unless include_children is false. Leave it out to search everywhere.',
} as const;
