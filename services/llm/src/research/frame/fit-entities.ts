import {
  maxFrameValues,
  maxFrameWordLength,
  maxUnusedWords,
  type ResearchEntities,
  researchEntitiesSchema,
} from '@lectern/contracts';

type Name = keyof ResearchEntities;

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
    const fitting = values.filter((value: string) => list.element.safeParse(value).success);
    const kept = fitting.slice(0, maxFrameValues[name as Name]);
    aside.push(...values.filter((value: string) => !kept.includes(value)));
    return [name, kept];
  });
  return { entities: researchEntitiesSchema.parse(Object.fromEntries(fitted)), aside };
}

/** Words that are set aside, as many as a frame holds. */
export function fitAside(words: readonly string[]): string[] {
  const said = words.map((word) => word.trim().slice(0, maxFrameWordLength)).filter(Boolean);
  return [...new Set(said)].slice(0, maxUnusedWords);
}
