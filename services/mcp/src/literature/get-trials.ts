import {
  type ClinicalTrialsGetInput,
  type ClinicalTrialsGetOutput,
  type Trial,
  trialSchema,
} from '@lectern/contracts';
import type { LiteratureCache } from './cache/literature-cache.ts';
import type { ClinicalTrialsApi } from './clinicaltrials/clinicaltrials-api.ts';
import { type LiteratureCall, toOutsideCall } from './fetch-call.ts';
import { requireSome, resolveRecords } from './resolve-records.ts';

/** Returns studies of ClinicalTrials.gov by id. */
export async function getTrials(
  { api, cache }: { readonly api: ClinicalTrialsApi; readonly cache: LiteratureCache },
  input: ClinicalTrialsGetInput,
  call: LiteratureCall,
): Promise<ClinicalTrialsGetOutput> {
  const found = await resolveRecords<Trial>(cache, {
    service: 'ClinicalTrials.gov',
    source: 'clinicaltrials',
    ids: input.nct_ids,
    schema: trialSchema,
    options: input,
    call,
    fetch: async (ids) => {
      const fetched = await api.fetch(ids, toOutsideCall(input, call));
      return {
        ...fetched,
        value: new Map(fetched.value.trials.map((item) => [item.nct_id, item])),
        isDoubtful: fetched.value.unread > 0,
      };
    },
  });
  requireSome(found);
  return {
    trials: [...found.records.values()],
    not_found: [...found.notFound],
    not_cached: [...found.notCached],
    cache_hit: found.cacheHit,
    rows: found.records.size,
    fetched_at: found.fetchedAt.toISOString(),
    warnings: [...found.warnings],
  };
}
