import type { ResearchEntities, Trial } from '@lectern/contracts';

/** Interventions that stand in place of a treatment. */
const noTreatment =
  /placebo|sham|standard (?:of )?care|usual care|saline|no (?:intervention|treatment)/i;
const or = ' OR ';
/** Most characters of a name in a search, and of several. */
const maxLength = 200;

/**
 * A question for studies like some that were read: any of their conditions and any of their
 * interventions, in place of those that the question does not name itself.
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

/** A search for any of the names, as many as one search takes. */
function anyOf(names: readonly string[]): string[] {
  const joined = [...new Set(names)].reduce((before, name) => {
    const next = before ? [before, name].join(or) : name;
    return next.length <= maxLength ? next : before;
  }, '');
  return joined ? [joined] : [];
}
