import type { ClinicalTrialsSearchInput } from '@lectern/contracts';
import { JoinedRecords } from '../requests/joined-records.ts';
import type { Fetched, OutsideCall, OutsideService } from '../requests/outside-service.ts';
import { readStudies, type StudiesAnswer } from './read-studies.ts';
import { studyFields, toStudyParameters } from './to-study-parameters.ts';

/** ClinicalTrials.gov's limit for one address. */
export const registryRequestsPerMinute = 50;

/** Client of ClinicalTrials.gov's API, version 2. */
export class ClinicalTrialsApi {
  readonly #service: OutsideService;
  readonly #records: JoinedRecords<StudiesAnswer>;

  constructor(service: OutsideService) {
    this.#service = service;
    this.#records = new JoinedRecords((takeIds, call) =>
      service.ask(() => toFetch(takeIds()), readStudies, call),
    );
  }

  search(input: ClinicalTrialsSearchInput, call: OutsideCall): Promise<Fetched<StudiesAnswer>> {
    const parameters = toStudyParameters(input);
    return this.#service.ask(() => ({ path: '/studies', parameters }), readStudies, call);
  }

  /** Fetches studies, possibly joined with concurrent requests. */
  fetch(nctIds: readonly string[], call: OutsideCall): Promise<Fetched<StudiesAnswer>> {
    return this.#records.fetch(nctIds, call);
  }
}

function toFetch(nctIds: readonly string[]) {
  return {
    path: '/studies',
    parameters: {
      format: 'json',
      'filter.ids': nctIds.join('|'),
      pageSize: String(nctIds.length),
      fields: studyFields,
    },
  };
}
