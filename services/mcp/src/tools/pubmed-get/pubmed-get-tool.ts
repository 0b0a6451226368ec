import { pubmedGetInputSchema, pubmedGetOutputSchema } from '@lectern/contracts';
import { describedFetchOptions } from '../fetch-options.ts';
import { inLanguages } from '../in-languages.ts';
import { createLiteratureTool, type LiteratureToolOptions } from '../literature-tool.ts';
import type { Tool } from '../tool.ts';

const description = {
  en: `Reads publications of PubMed by PMID: title, authors, journal, date, abstract by its parts, types, MeSH terms, DOI, trials that it names, corrections and retractions; on request the open full text from PubMed Central.

Use it after pubmed_search, or when a PMID is given. retracted tells a publication that must not be relied on. not_found lists ids that PubMed does not have.

Example: "What does PMID 23121403 say?" -> pmids: ["23121403"]`,
  ru: `Читает публикации PubMed по PMID: название, авторы, журнал, дата, аннотация, типы, DOI, исследования, исправления и отзывы; по запросу открытый полный текст. retracted: на такую публикацию нельзя опираться.`,
};

const { pmids, include_full_text } = pubmedGetInputSchema.shape;

const inputSchema = pubmedGetInputSchema.extend({
  pmids: pmids.meta(inLanguages({ en: 'PMIDs, 50 at most.', ru: 'Номера PMID, не больше 50.' })),
  include_full_text: include_full_text.meta(
    inLanguages({
      en: 'Adds open full texts, for 5 publications at most.',
      ru: 'Добавляет открытые полные тексты, не больше чем для 5 публикаций.',
    }),
  ),
  ...describedFetchOptions,
});

/** Creates `pubmed_get`, which returns records of PubMed, with open full texts on request. */
export function createPubmedGetTool({ literature, ...options }: LiteratureToolOptions): Tool {
  return createLiteratureTool({
    ...options,
    name: 'pubmed_get',
    title: 'Read PubMed records',
    description,
    inputSchema,
    outputSchema: pubmedGetOutputSchema,
    fetch: (input, call) => literature.getPublications(input, call),
  });
}
