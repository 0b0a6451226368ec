import { splitSentences } from '@lectern/grounding';
import { readInterventions } from '../../frame/read-names.ts';
import type { RecordSource } from '../record-source.ts';
import { readOnce } from './read-once.ts';

const tokenPattern = /\d+(?:[.,·]\d+)*|[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*/gu;
const isNumber = /^\d/;
/** Measures of chance, which are of no treatment. */
const chance =
  /(?<![\p{L}])p\s*(?:value\s*)?(?:[<>=≤≥]|of)\s*\d*[.,·]?\d+|\d+\s*%\s*(?:CI|confidence interval)[^;)\]]*/giu;
/** What goes before a number and makes it no measure of a treatment. */
const beforeOther = /^(?:phase|phases|фаз\p{L}*|nct|pmid|day|week)$/iu;

interface Measured {
  readonly number: string;
  /** Treatments that the number is told of, empty where none is. */
  readonly names: ReadonlySet<string>;
}

const measuredIn = readOnce((held) =>
  splitSentences(held).flatMap(({ text }) => listMeasured(text)),
);

/** A number that the records tell of another treatment than the claim does. */
export function findWrongArm(claim: string, cited: readonly RecordSource[]): string | undefined {
  const said = listMeasured(claim).filter(({ names }) => names.size > 0);
  if (said.length === 0) return undefined;
  const known = cited.flatMap(measuredIn);
  const wrong = said.find(({ number, names }) => {
    const same = known.filter((other) => other.number === number);
    return (
      same.length > 0 && !same.some((other) => [...other.names].every((name) => names.has(name)))
    );
  });
  return wrong && `number ${wrong.number} of ${[...wrong.names].join(', ')}`;
}

/**
 * The numbers of a sentence with the treatments that stand behind each, up to the next number; where
 * the sentence ends without one, with those before each: `on placebo it took 9 days`.
 */
function listMeasured(sentence: string): readonly Measured[] {
  const tokens = sentence.replaceAll(chance, ' ').match(tokenPattern) ?? [];
  const places = tokens.flatMap((token, index) =>
    isNumber.test(token) && !beforeOther.test(tokens[index - 1] ?? '') ? [index] : [],
  );
  const first = places[0];
  const last = places.at(-1);
  if (first === undefined || last === undefined) return [];
  const namesIn = (from: number, to: number) =>
    new Set(tokens.slice(from, to).flatMap((token) => readInterventions(token).names));
  const isNamedBehind = namesIn(last, tokens.length).size > 0;
  return places.map((place, index) => {
    const before = namesIn(index === 0 ? 0 : (places[index - 1] ?? 0), place);
    const behind = namesIn(place, places[index + 1] ?? tokens.length);
    const names = isNamedBehind && behind.size > 0 ? behind : before;
    return { number: (tokens[place] ?? '').replaceAll(/[,·]/g, '.'), names };
  });
}
