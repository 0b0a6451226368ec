import { pubmedSearchInputSchema, pubmedSearchOutputSchema } from '@lectern/contracts';
import { describedFetchOptions } from '../fetch-options.ts';
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
  query: query.describe("Words or PubMed's syntax, in English."),
  date_from: date_from.describe('Published from then on: YYYY, YYYY-MM or YYYY-MM-DD.'),
  date_to: date_to.describe('Published until then.'),
  publication_types: publication_types.describe('For example Review, Meta-Analysis. Any of them.'),
  sort: sort.describe('relevance, or date with the newest first.'),
  limit: limit.describe('How many at most.'),
  offset: offset.describe('How many to skip.'),
  include_summaries: include_summaries.describe('Whether titles, journals and authors come too.'),
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
