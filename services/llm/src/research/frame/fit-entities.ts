import { type ResearchEntities, researchEntitiesSchema } from '@lectern/contracts';

type Name = keyof ResearchEntities;
/** Most values of a list, where they are not 20. */
const maxima: Partial<Record<Name, number>> = { nct_ids: 50, pmids: 50, similar_to: 10 };
/** Most characters of a word that is set aside. */
const maxAsideLength = 200;
const maxAside = 20;

/**
 * What was read of a question, as far as a frame holds it: neither more ids or words than it takes,
 * nor any that no record can have. What is left out is named.
 */
export function fitEntities(entities: ResearchEntities): {
  readonly entities: ResearchEntities;
  readonly aside: readonly string[];
} {
  const aside: string[] = [];
  const fitted = Object.entries(entities).map(([name, values]) => {
    const list = researchEntitiesSchema.shape[name as Name].unwrap();
    const maxValues = maxima[name as Name] ?? 20;
    const fitting = values.filter((value: string) => list.element.safeParse(value).success);
    const kept = fitting.slice(0, maxValues);
    aside.push(...values.filter((value: string) => !kept.includes(value)));
    return [name, kept];
  });
  return { entities: researchEntitiesSchema.parse(Object.fromEntries(fitted)), aside };
}

/** Words that are set aside, as many as a frame holds. */
export function fitAside(words: readonly string[]): string[] {
  const said = words.map((word) => word.trim().slice(0, maxAsideLength)).filter(Boolean);
  return [...new Set(said)].slice(0, maxAside);
}
