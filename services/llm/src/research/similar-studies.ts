import type { ResearchEntities, Trial } from '@lectern/contracts';

/** Interventions of control groups. */
const noTreatment =
  /placebo|sham|standard (?:of )?care|usual care|saline|no (?:intervention|treatment)/i;
const or = ' OR ';
/** Maximum characters of one search. */
const maxLength = 200;

/**
 * Returns the search for studies similar to those in `similar_to`: any of their conditions and
 * interventions, unless the question names its own.
 */
export function searchSimilar(
  entities: ResearchEntities,
  trials: readonly Trial[],
): Pick<ResearchEntities, 'conditions' | 'interventions'> {
  const like = trials.filter(({ nct_id }) => entities.similar_to.includes(nct_id));
  const { conditions, interventions } = entities;
  const own = like.flatMap((trial) => trial.interventions.map(({ name }) => name));
  const treatments = own.filter((name) => !noTreatment.test(name));
  return {
    conditions:
      conditions.length > 0 ? conditions : anyOf(like.flatMap((trial) => trial.conditions)),
    interventions: interventions.length > 0 ? interventions : anyOf(treatments),
  };
}

/** Returns a search for any of the names, up to the maximum length. */
function anyOf(names: readonly string[]): string[] {
  const joined = [...new Set(names)].reduce((before, name) => {
    const next = before ? [before, name].join(or) : name;
    return next.length <= maxLength ? next : before;
  }, '');
  return joined ? [joined] : [];
}
