import { splitSentences } from '@lectern/retrieval/text';
import { readInterventions } from '../../frame/read-names.ts';
import type { RecordSource } from '../record-source.ts';
import { readOnce } from './read-once.ts';
import { splitMeasures } from './split-measures.ts';

/** Numbers that measure nothing. */
const otherNumber = /(?<![\p{L}])(?:phases?|фаз\p{L}*|nct|pmid|day|week)\s*\d+(?:\/\d+)?/giu;

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

/** The numbers of a sentence with the treatments that stand beside each. */
function listMeasured(sentence: string): readonly Measured[] {
  return splitMeasures(sentence.replaceAll(otherNumber, ' ')).flatMap(({ text, numbers }) => {
    const words = text.match(/[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*/gu) ?? [];
    const names = new Set(words.flatMap((word) => readInterventions(word).names));
    return numbers.map((number) => ({ number, names }));
  });
}
