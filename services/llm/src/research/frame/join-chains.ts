import { person } from './expand-shared.ts';
import { type AlternativeChain, alternative } from './read-left-words.ts';
import { readConditions, readInterventions, takenOut } from './read-names.ts';

/** Most characters of an entity. */
const maxLength = 200;

export interface NamesAndChains {
  /** The text with its names, and the same with these taken out. */
  readonly text: string;
  readonly rest: string;
  readonly chains: readonly AlternativeChain[];
  readonly conditions: readonly string[];
  readonly interventions: readonly string[];
}

export interface JoinedNames {
  readonly conditions: readonly string[];
  readonly interventions: readonly string[];
  /** Words that could not be joined to a name, to be searched for beside it. */
  readonly terms: readonly string[];
  /** The words that asked for them as alternatives. */
  readonly aside: readonly string[];
}

/** Names with the words that are as good as they are: `asthma OR vaping`. */
export function joinChains({ text, rest, chains, ...names }: NamesAndChains): JoinedNames {
  const places = [...rest.matchAll(new RegExp(`${takenOut}+`, 'g'))].map(({ 0: run, index }) => ({
    start: index,
    end: index + run.length,
  }));
  const between = (at: number) => text.slice(places[at - 1]?.end, places[at]?.start);
  const joined = { ...names, terms: [] as string[], aside: [] as string[] };
  for (const chain of chains) {
    // Of `aspirin, heparin or xylofrantin` all three.
    const listed = [...chain.names];
    for (let at = Math.min(...listed); at > 0 && /^\s*,\s*$/.test(between(at)); at -= 1) {
      listed.unshift(at - 1);
    }
    const said = listed.map((at) => text.slice(places[at]?.start, places[at]?.end)).join(', ');
    const kinds = {
      interventions: readInterventions(said).names,
      conditions: readConditions(said).names,
    };
    const [kind, other] =
      kinds.interventions.length > 0
        ? (['interventions', 'conditions'] as const)
        : (['conditions', 'interventions'] as const);
    const isOfOneKind = kinds[other].length === 0 && !chain.words.some((word) => person.test(word));
    const entities = isOfOneKind ? joinOne(joined[kind], kinds[kind], chain) : undefined;
    if (entities) joined[kind] = entities;
    else {
      joined.terms.push(...chain.words);
      joined.aside.push(chain.or);
    }
  }
  return joined;
}

function joinOne(
  entities: readonly string[],
  names: readonly string[],
  { words }: AlternativeChain,
): readonly string[] | undefined {
  const isMember = (entity: string) =>
    entity.split(alternative).some((name) => names.includes(name));
  const members = entities.filter(isMember);
  const entity = [...new Set([...members, ...words])].join(alternative);
  if (members.length === 0 || entity.length > maxLength) return undefined;
  return entities.flatMap((one) => (one === members[0] ? [entity] : isMember(one) ? [] : [one]));
}
