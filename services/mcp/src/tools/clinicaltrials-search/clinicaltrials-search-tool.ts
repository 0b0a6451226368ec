import {
  clinicalTrialsSearchInputSchema,
  clinicalTrialsSearchOutputSchema,
} from '@lectern/contracts';
import { describedFetchOptions } from '../fetch-options.ts';
import { inLanguages } from '../in-languages.ts';
import { createLiteratureTool, type LiteratureToolOptions } from '../literature-tool.ts';
import type { Tool } from '../tool.ts';

const description = {
  en: `Searches ClinicalTrials.gov for studies by condition, intervention, sponsor, phase, status, start date and number of participants.

Use it for questions about trials: which run, recruit, ended or were withdrawn, who sponsors them, how many take part. Write words in English. Put the disease into condition and the drug into intervention; term is for the rest. references of a study are its linked publications: read them with pubmed_get. Cite studies by NCT number, and only those that a tool returned. Where words find nothing, NCBI's spelling is searched for once; corrections then says what was searched for in place of what was written: tell it.

Examples:
- "Phase 3 trials of semaglutide in obesity that recruit" -> condition: "obesity", intervention: "semaglutide", phases: ["PHASE3"], statuses: ["RECRUITING"]
- "What does Novo Nordisk test?" -> sponsor: "Novo Nordisk"
- "The two largest asthma trials" -> condition: "asthma", order: "largest", limit: 2`,
  ru: `Ищет клинические исследования в реестре ClinicalTrials.gov по заболеванию, препарату, спонсору, фазе, статусу, дате начала и числу участников. Слова пиши по-английски. Ссылайся только на те номера NCT, которые вернул инструмент. Если ничего не найдено, поиск повторяется с исправленным написанием; corrections говорит, что искалось вместо чего: скажи об этом.`,
};

const shape = clinicalTrialsSearchInputSchema.shape;

const inputSchema = clinicalTrialsSearchInputSchema.extend({
  condition: shape.condition.meta(
    inLanguages({ en: 'Disease or condition.', ru: 'Болезнь или состояние.' }),
  ),
  intervention: shape.intervention.meta(
    inLanguages({ en: 'Drug, device or procedure.', ru: 'Препарат, прибор или процедура.' }),
  ),
  sponsor: shape.sponsor.meta(
    inLanguages({ en: 'Sponsor or collaborator.', ru: 'Спонсор или участник.' }),
  ),
  term: shape.term.meta(inLanguages({ en: 'Other words.', ru: 'Другие слова.' })),
  phases: shape.phases.meta(
    inLanguages({
      en: 'Any of them; NA is for studies without phases.',
      ru: 'Любая из них; NA — исследования без фаз.',
    }),
  ),
  statuses: shape.statuses.meta(inLanguages({ en: 'Any of them.', ru: 'Любой из них.' })),
  date_of: shape.date_of.meta(
    inLanguages({
      en: 'The date that start_from and start_to refer to; default: start.',
      ru: 'К какой дате относятся start_from и start_to; по умолчанию start.',
    }),
  ),
  start_from: shape.start_from.meta(
    inLanguages({
      en: 'From this date on: YYYY, YYYY-MM or YYYY-MM-DD.',
      ru: 'Начиная с этой даты: YYYY, YYYY-MM или YYYY-MM-DD.',
    }),
  ),
  start_to: shape.start_to.meta(inLanguages({ en: 'Until this date.', ru: 'По эту дату.' })),
  has_results: shape.has_results.meta(
    inLanguages({
      en: 'true: with posted results; false: without.',
      ru: 'true — с опубликованными результатами, false — без них.',
    }),
  ),
  min_enrollment: shape.min_enrollment.meta(
    inLanguages({ en: 'Minimum participants.', ru: 'Минимум участников.' }),
  ),
  max_enrollment: shape.max_enrollment.meta(
    inLanguages({ en: 'Maximum participants.', ru: 'Максимум участников.' }),
  ),
  reference_pmids: shape.reference_pmids.meta(
    inLanguages({
      en: 'Studies whose own records name any of these publications.',
      ru: 'Исследования, в записях которых названа любая из этих публикаций.',
    }),
  ),
  order: shape.order.meta(
    inLanguages({
      en: 'newest and oldest by start date, largest and smallest by participants; default: best match.',
      ru: 'newest и oldest — по дате начала, largest и smallest — по числу участников; по умолчанию — по соответствию.',
    }),
  ),
  limit: shape.limit.meta(inLanguages({ en: 'Maximum number.', ru: 'Максимальное число.' })),
  page_token: shape.page_token.meta(
    inLanguages({
      en: 'next_page_token of the previous answer.',
      ru: 'next_page_token предыдущего ответа.',
    }),
  ),
  ...describedFetchOptions,
});

/** Creates `clinicaltrials_search`, which finds studies. */
export function createClinicalTrialsSearchTool({
  literature,
  ...options
}: LiteratureToolOptions): Tool {
  return createLiteratureTool({
    ...options,
    name: 'clinicaltrials_search',
    title: 'Search ClinicalTrials.gov',
    description,
    inputSchema,
    outputSchema: clinicalTrialsSearchOutputSchema,
    fetch: (input, call) => literature.searchTrials(input, call),
  });
}
