import type { Analyzer } from '@lectern/retrieval';
import { splitSentences } from '@lectern/retrieval/text';
import { readInterventions } from '../../frame/read-names.ts';
import type { RecordSource } from '../record-source.ts';
import { readOnce } from './read-once.ts';
import { type Measure, splitMeasures } from './split-measures.ts';

/** Words of which a measure is one alone. */
const kindsOfMeasure: readonly (readonly RegExp[])[] = [
  [/(?<![\p{L}])(?:mean|average)(?![\p{L}])/iu, /(?<![\p{L}])median(?![\p{L}])/iu],
  [/hazard ratio/iu, /odds ratio/iu, /risk ratio|relative risk/iu, /rate ratio/iu],
  [/systolic/iu, /diastolic/iu],
];
/** Words that tell no side of a measure. */
const general =
  /^(?:rate|mean|median|averag|ratio|hazard|odd|risk|wmd|mmol|mmhg|compar|differ|signific|reduc|increas|decreas|lower|higher|result|show|found|report|were|was|respect|patient|particip|subject|group|studi|trial|total|year|month|week|day|hour|number|level|valu|includ|among|between|dure|also)/u;

const sentencesIn = readOnce((held) =>
  splitSentences(held)
    .map(({ text }) => splitMeasures(text))
    .filter(({ length }) => length > 1),
);

/** A number that the records tell of something else in the same sentence: 625 units in the rind, 2,108 in the pulp. */
export function findWrongPlace(
  analyzer: Analyzer,
  claim: string,
  cited: readonly RecordSource[],
): string | undefined {
  const sentences = cited.flatMap(sentencesIn);
  const titled = new Set(
    cited.flatMap(({ passages: [{ title }] }) => analyzer.analyzeDocument(title)),
  );
  const read = (text: string) => {
    const medicines = new Set(
      readInterventions(text).names.flatMap((name) => analyzer.analyzeDocument(name)),
    );
    return analyzer
      .analyzeQuery(text)
      .map(({ term }) => term)
      .filter((term) => /^\p{L}{3}/u.test(term) && !general.test(term))
      .filter((term) => !titled.has(term) && !medicines.has(term));
  };
  const wrong = splitMeasures(claim)
    .flatMap((said) => said.numbers.map((number) => ({ number, said })))
    .find(({ number, said }) => {
      const told = sentences.flatMap((measures) =>
        measures
          .filter(({ numbers }) => numbers.includes(number))
          .map((measure) => ({ measure, others: measures.filter((one) => one !== measure) })),
      );
      return (
        told.length > 0 &&
        told.every((one) => isOtherKind(said, one.measure) || isOfOther(said, one, read))
      );
    });
  return wrong && `place of ${wrong.number}`;
}

function isOtherKind(said: Measure, told: Measure): boolean {
  return kindsOfMeasure.some((kinds) => {
    const own = kinds.filter((kind) => kind.test(said.text));
    const held = kinds.filter((kind) => kind.test(told.text));
    return own.length > 0 && held.length > 0 && !own.some((kind) => held.includes(kind));
  });
}

/** Whether a claim says of a measure what its sentence says of another one alone. */
function isOfOther(
  said: Measure,
  { measure, others }: { readonly measure: Measure; readonly others: readonly Measure[] },
  read: (text: string) => readonly string[],
): boolean {
  const words = read(said.text);
  const own = new Set(read(measure.text));
  const elsewhere = new Set(
    others
      .filter(({ numbers }) => !numbers.some((number) => said.numbers.includes(number)))
      .flatMap(({ text }) => read(text)),
  );
  const isToldOfMore = [...own].some((word) => !words.includes(word));
  return isToldOfMore && words.some((word) => elsewhere.has(word) && !own.has(word));
}
