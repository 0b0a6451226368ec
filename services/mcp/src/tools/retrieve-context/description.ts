/** For models: English, then the same in Russian. */
export const retrieveContextDescription = `Finds whole articles in the team's own documents for a question, and returns their text with title and address.

Use it before answering anything that the team's documents may cover, when the answer needs more than a sentence or two: how something works, what a rule says with its exceptions, a comparison, a summary. Answer from the articles alone, name the ones that you used by title, and say so when metadata.has_results is false or the articles do not hold the answer. For single passages with their pages use search_documents instead.

Write the query as a full question or a short phrase, in the language of the documents if you know it. For a vague or broad request call it several times, each time from another angle: other words, a narrower part, the cause and the remedy. An article too long to be given whole comes as its best passages, with […] between them and metadata.truncated true.

Examples:
- "How do I get a refund?" -> query: "refund procedure and deadlines"
- "Tell me about the onboarding" -> three calls: "onboarding steps for new employees", "equipment and accounts on the first day", "probation period rules"
- "The pump is loud, what now?" -> two calls: "pump noise causes", "pump maintenance", top_k: 3

По-русски: находит в документах команды целые статьи по вопросу и возвращает их текст с названием и адресом. Вызывай перед ответом на всё, что может быть в этих документах, когда нужно больше одной фразы: как что-то устроено, правило с исключениями, сравнение, обзор. Отвечай только по найденным статьям, называй их; если metadata.has_results — false или ответа в статьях нет, так и скажи. Запрос пиши вопросом или короткой фразой на языке документов. При общей или неясной просьбе сделай несколько вызовов с разных сторон. Примеры: «Как оформить отпуск?» -> query: "порядок оформления ежегодного отпуска"; «Расскажи про наш продукт» -> три вызова: "назначение продукта", "возможности и ограничения", "цены и лицензии".`;

export const retrieveContextArguments = {
  query: 'What to look for: a question or a phrase, at most 2,000 characters, not blank.',
  topK: 'How many articles to return at most, from 1. Leave it out for the usual number.',
  collectionFilter:
    'Looks only into these collections (ids from list_collections), with the ones below them unless include_children is false. Leave it out to look everywhere.',
} as const;
