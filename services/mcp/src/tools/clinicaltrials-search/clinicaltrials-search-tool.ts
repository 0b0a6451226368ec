import {
  clinicalTrialsSearchInputSchema,
  clinicalTrialsSearchOutputSchema,
} from '@lectern/contracts';
import { describedFetchOptions } from '../fetch-options.ts';
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
  condition: shape.condition.describe('Disease or condition.'),
  intervention: shape.intervention.describe('Drug, device or procedure.'),
  sponsor: shape.sponsor.describe('Sponsor or collaborator.'),
  term: shape.term.describe('Other words.'),
  phases: shape.phases.describe('Any of them; NA is for studies without phases.'),
  statuses: shape.statuses.describe('Any of them.'),
  date_of: shape.date_of.describe('The date that start_from and start_to mean; default: start.'),
  start_from: shape.start_from.describe('Started from then on: YYYY, YYYY-MM or YYYY-MM-DD.'),
  start_to: shape.start_to.describe('Started until then.'),
  has_results: shape.has_results.describe('true: with posted results; false: without.'),
  min_enrollment: shape.min_enrollment.describe('Participants at least.'),
  max_enrollment: shape.max_enrollment.describe('Participants at most.'),
  reference_pmids: shape.reference_pmids.describe(
    'Studies whose own records name any of these publications.',
  ),
  order: shape.order.describe(
    'newest and oldest by start date, largest and smallest by participants; default: best match.',
  ),
  limit: shape.limit.describe('How many at most.'),
  page_token: shape.page_token.describe('next_page_token of the answer before.'),
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
