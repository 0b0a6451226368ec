import { clinicalTrialsGetInputSchema, clinicalTrialsGetOutputSchema } from '@lectern/contracts';
import { describedFetchOptions } from '../fetch-options.ts';
import { inLanguages } from '../in-languages.ts';
import { createLiteratureTool, type LiteratureToolOptions } from '../literature-tool.ts';
import type { Tool } from '../tool.ts';

const description = {
  en: `Reads studies of ClinicalTrials.gov by NCT number: titles, status and why it stopped, phases, dates, sponsor, conditions, interventions, arms, enrolment, outcomes, eligibility, summary, places, linked publications.

Use it when an NCT number is given. not_found lists numbers that the registry does not have.

Example: "What became of NCT04280705?" -> nct_ids: ["NCT04280705"]`,
  ru: `Читает исследования ClinicalTrials.gov по номеру NCT: статус, фаза, даты, спонсор, участники, исходы, связанные публикации.`,
};

const inputSchema = clinicalTrialsGetInputSchema.extend({
  nct_ids: clinicalTrialsGetInputSchema.shape.nct_ids.meta(
    inLanguages({ en: 'NCT numbers, 50 at most.', ru: 'Номера NCT, не больше 50.' }),
  ),
  ...describedFetchOptions,
});

/** Creates `clinicaltrials_get`, which returns studies by number. */
export function createClinicalTrialsGetTool({
  literature,
  ...options
}: LiteratureToolOptions): Tool {
  return createLiteratureTool({
    ...options,
    name: 'clinicaltrials_get',
    title: 'Read ClinicalTrials.gov records',
    description,
    inputSchema,
    outputSchema: clinicalTrialsGetOutputSchema,
    fetch: (input, call) => literature.getTrials(input, call),
  });
}
