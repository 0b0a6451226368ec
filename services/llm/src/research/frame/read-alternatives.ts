import { readConditions, readInterventions, takenOut } from './read-names.ts';

/** How names of which any one will do are written in one entity, as both services understand it. */
const or = ' OR ';
/** Most characters of an entity. */
const maxLength = 200;

const intervention = '\u0002';
const condition = '\u0003';
const places =
  '(?:(?:in|for|with|of|on|about|by|to|either|the|a|an|у|при|для|с|со|о|об|про|на|от|в)\\s+)*';
const either = `\\s*,?\\s+(?:and/or|or|и/или|или|либо)\\s+${places}`;
const listOf = (kind: string) =>
  new RegExp(`${kind}+(?:\\s*,\\s*${kind}+)*(?:${either}${kind}+)+`, 'giu');
const ofTwoKinds = new RegExp(
  `${intervention}\\s*,?\\s+(or|или|либо)\\s+${places}${condition}|${condition}\\s*,?\\s+(or|или|либо)\\s+${places}${intervention}`,
  'giu',
);

/** A text with its names, and the same with the names of medicines and then of diseases taken out. */
interface NamedText {
  readonly text: string;
  readonly withoutMedicines: string;
  readonly withoutDiseases: string;
}

/** Names of which a question asks for any one: `remdesivir or semaglutide`. */
export interface Alternatives {
  readonly interventions: readonly (readonly string[])[];
  readonly conditions: readonly (readonly string[])[];
  /** The words between a medicine and a disease, which the services are not asked for as alternatives. */
  readonly aside: readonly string[];
}

export function readAlternatives({
  text,
  withoutMedicines,
  withoutDiseases,
}: NamedText): Alternatives {
  const kinds = [...Array(text.length).keys()]
    .map((at) => {
      if (withoutMedicines[at] === takenOut) return intervention;
      return withoutDiseases[at] === takenOut ? condition : text[at];
    })
    .join('');
  const read = (kind: string, names: (said: string) => readonly string[]) =>
    [...kinds.matchAll(listOf(kind))].map((list) =>
      [...list[0].matchAll(new RegExp(`${kind}+`, 'g'))].flatMap((one) => {
        const start = list.index + one.index;
        return names(text.slice(start, start + one[0].length));
      }),
    );
  return {
    interventions: read(intervention, (said) => readInterventions(said).names),
    conditions: read(condition, (said) => readConditions(said).names),
    aside: [...kinds.matchAll(ofTwoKinds)].map(([, one, other]) => one ?? other ?? ''),
  };
}

/**
 * The names, where those of a list of alternatives are joined into one, which stands where the
 * first of them stood.
 */
export function joinAlternatives(
  names: readonly string[],
  lists: readonly (readonly string[])[],
): string[] {
  return lists.reduce<string[]>(
    (joined, list) => {
      const members = joined.filter((name) => list.includes(name));
      const entity = members.join(or);
      if (members.length < 2 || entity.length > maxLength) return joined;
      return joined.flatMap((name) => {
        if (name === members[0]) return [entity];
        return members.includes(name) ? [] : [name];
      });
    },
    [...names],
  );
}
