import type { ClinicalTrialsSearchInput } from '@lectern/contracts';
import type { Fetched, OutsideCall, OutsideService } from '../requests/outside-service.ts';
import { readStudies, type StudiesAnswer } from './read-studies.ts';
import { studyFields, toStudyParameters } from './to-study-parameters.ts';

/** The calls of ClinicalTrials.gov's API, version 2, that are used. */
export class ClinicalTrialsApi {
  readonly #service: OutsideService;

  constructor(service: OutsideService) {
    this.#service = service;
  }

  search(input: ClinicalTrialsSearchInput, call: OutsideCall): Promise<Fetched<StudiesAnswer>> {
    const parameters = toStudyParameters(input);
    return this.#service.ask({ path: '/studies', parameters }, readStudies, call);
  }

  fetch(nctIds: readonly string[], call: OutsideCall): Promise<Fetched<StudiesAnswer>> {
    const parameters = {
      format: 'json',
      'filter.ids': nctIds.join('|'),
      pageSize: String(nctIds.length),
      fields: studyFields,
    };
    return this.#service.ask({ path: '/studies', parameters }, readStudies, call);
  }
}
