import type { ResearchFrame } from '@lectern/contracts';

/** A number of no study: those have eight digits. */
export const wrongNctPattern =
  /(?<![\p{L}\p{N}])nct[\s:#№-]{0,2}(?!\d{8}(?![\p{L}\p{N}]))\d+(?![\p{L}\p{N}])/giu;

export function listWrongNumbers(texts: readonly string[]): string[] {
  return texts.flatMap((text) => text.match(wrongNctPattern) ?? []);
}

/** Whether a question is for such a study alone: those of any topic would be no answer. */
export function isOfNoStudy({ entities, unused }: Pick<ResearchFrame, 'entities' | 'unused'>) {
  const isEmpty = Object.values(entities).every((names) => names.length === 0);
  return isEmpty && listWrongNumbers(unused).length > 0;
}
