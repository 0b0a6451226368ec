import { readConditions, readInterventions } from './read-names.ts';

/** What is asked against, and the text without it. */
export interface FoundNegated {
  readonly aside: readonly string[];
  readonly rest: string;
}

/** `With or without` asks for both. */
const negated =
  /(?<![\p{L}])(?<!\b(?:or|или)\s)((?:without|excluding|except(?: for)?|other than|but not|not (?:using|with|involving|including|receiving|taking|on)|(?:do|does|did) not (?:include|use|involve)|без|кроме|исключая)\s+(?:(?:a|an|the|any|prior|previous)\s+)?)([\p{L}\d-]+)((?:\s+[\p{L}\d-]+){0,2})/giu;

/** Neither service can leave records out by a name: `without chemotherapy`, `без плацебо`. */
export function readNegated(text: string): FoundNegated {
  const aside: string[] = [];
  const rest = text.replaceAll(
    negated,
    (_match, before: string, first: string, following: string) => {
      const others = following.match(/\s+\S+/g) ?? [];
      const counts = [0, 1, 2].filter((count) => count <= others.length);
      const named = counts.find((count) => isName(first + others.slice(0, count).join(''))) ?? 0;
      aside.push(`${before}${first}${others.slice(0, named).join('')}`);
      return ` ${others.slice(named).join('')}`;
    },
  );
  return { aside, rest };
}

function isName(words: string): boolean {
  return readInterventions(words).names.length + readConditions(words).names.length > 0;
}
