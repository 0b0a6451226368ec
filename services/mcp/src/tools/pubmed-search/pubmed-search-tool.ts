import { pubmedSearchInputSchema, pubmedSearchOutputSchema } from '@lectern/contracts';
import { describedFetchOptions } from '../fetch-options.ts';
import { inLanguages } from '../in-languages.ts';
import { createLiteratureTool, type LiteratureToolOptions } from '../literature-tool.ts';
import type { Tool } from '../tool.ts';

const description = {
  en: `Searches PubMed for biomedical publications and returns their PMIDs with short summaries.

Use it for questions about published studies, reviews and evidence. Write the query in English, as words or in PubMed's own syntax (fields in brackets, AND, OR, NOT). Narrow by date_from, date_to and publication_types. Then read abstracts with pubmed_get. total says how many there are; go on with next_offset. Cite publications by PMID, and only those that a tool returned. Where words find nothing, NCBI's spelling is searched for once; corrections then says what was searched for in place of what was written: tell it.

Examples:
- "Recent trials of semaglutide in obesity" -> query: "semaglutide obesity", publication_types: ["Randomized Controlled Trial"], sort: "date"
- "What did Smith publish on asthma?" -> query: "Smith[Author] AND asthma"`,
  ru: `Ищет публикации в PubMed и возвращает их PMID с краткими сведениями. Запрос пиши по-английски. Затем прочитай аннотации через pubmed_get. Ссылайся только на те PMID, которые вернул инструмент. Если ничего не найдено, поиск повторяется с исправленным написанием; corrections говорит, что искалось вместо чего: скажи об этом.`,
};

const { query, date_from, date_to, publication_types, sort, limit, offset, include_summaries } =
  pubmedSearchInputSchema.shape;

const inputSchema = pubmedSearchInputSchema.extend({
  query: query.meta(
    inLanguages({
      en: "Words or PubMed's syntax, in English.",
      ru: 'Слова или синтаксис PubMed, по-английски.',
    }),
  ),
  date_from: date_from.meta(
    inLanguages({
      en: 'Published from this date on: YYYY, YYYY-MM or YYYY-MM-DD.',
      ru: 'Опубликовано начиная с этой даты: YYYY, YYYY-MM или YYYY-MM-DD.',
    }),
  ),
  date_to: date_to.meta(
    inLanguages({ en: 'Published until this date.', ru: 'Опубликовано по эту дату.' }),
  ),
  publication_types: publication_types.meta(
    inLanguages({
      en: 'For example Review, Meta-Analysis. Any of them.',
      ru: 'Например, Review, Meta-Analysis; подходит любой.',
    }),
  ),
  sort: sort.meta(
    inLanguages({
      en: 'relevance, or date with the newest first.',
      ru: 'relevance или date (сначала новые).',
    }),
  ),
  limit: limit.meta(inLanguages({ en: 'Maximum number.', ru: 'Максимальное число.' })),
  offset: offset.meta(inLanguages({ en: 'How many to skip.', ru: 'Сколько пропустить.' })),
  include_summaries: include_summaries.meta(
    inLanguages({
      en: 'Adds titles, journals and authors.',
      ru: 'Добавляет названия, журналы и авторов.',
    }),
  ),
  ...describedFetchOptions,
});

/** Creates `pubmed_search`, which finds PMIDs by words, dates and types. */
export function createPubmedSearchTool({ literature, ...options }: LiteratureToolOptions): Tool {
  return createLiteratureTool({
    ...options,
    name: 'pubmed_search',
    title: 'Search PubMed',
    description,
    inputSchema,
    outputSchema: pubmedSearchOutputSchema,
    fetch: (input, call) => literature.searchPublications(input, call),
  });
}
