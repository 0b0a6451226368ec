import type { Analyzer } from '@lectern/retrieval';
import { readConditions } from '../../frame/read-names.ts';
import type { RecordSource } from '../record-source.ts';

type Trial = Extract<RecordSource, { kind: 'trial' }>;

const people =
  '(?:participants?|patients?|subjects?|volunteers?|adults?|people|persons|individuals|участник\\p{L}*|пациент\\p{L}*|человек\\p{L}*)';
const told = new RegExp(
  `(?<![\\p{N}.,])(\\d[\\d,\\u00a0]*)\\s+(?:[\\p{L}-]+\\s+){0,2}?${people}\\s+((?:(?:were|was|are|have|had been|will be)\\s+)?[\\p{L}-]+)`,
  'giu',
);
/** What the number of a study's participants may be told to have done. */
const joining =
  /^(?:(?:were|was|are|have|will be|had been)\s+)?(?:enrol\p{L}*|includ\p{L}*|randomi[sz]\p{L}*|recruit\p{L}*|plan\p{L}*|expect\p{L}*|particip\p{L}*|took|take|taking|join\p{L}*|приня\p{L}*|участв\p{L}*|вошл\p{L}*|набра\p{L}*|включ\p{L}*)/iu;
const doing =
  /(?:ed|ли|лись)$|^(?:(?:were|was|have)\s|had|got|lost|took|died|underwent|felt|fell|gave|grew|rose)/iu;
const primary =
  /(?<![\p{L}])primary\s+(?:outcome|end-?point)s?\s+(?:measure\s+)?(?:was|were|is|are|:)\s*([^.;]+)/iu;
const withCondition = new RegExp(`${people}\\s+(?:with|who have|having)\\s+([^.;,]+)`, 'iu');
const minHeld = 2 / 3;

/** Facts of a record that are told of something else: what its participants did, whom it takes, its primary outcome. */
export function findWrongFact(
  analyzer: Analyzer,
  claim: string,
  cited: readonly RecordSource[],
): string | undefined {
  const trials = cited.filter((source) => source.kind === 'trial');
  const isOfTrials = trials.length > 0 && trials.length === cited.length;
  return (
    (isOfTrials ? (findWrongDeed(claim, trials) ?? findWrongPeople(claim, trials)) : undefined) ??
    findWrongPrimary(analyzer, claim, cited)
  );
}

/** `1062 participants recovered`, where 1062 is the enrollment. */
function findWrongDeed(claim: string, trials: readonly Trial[]): string | undefined {
  const wrong = [...claim.matchAll(told)].find(([, digits = '', done = '']) => {
    const count = Number(digits.replaceAll(/\D/g, ''));
    if (!doing.test(done) || joining.test(done)) return false;
    if (!trials.some(({ record }) => record.enrollment?.count === count)) return false;
    const verb = (done.split(/\s+/).at(-1) ?? '').slice(0, 5);
    return !trials.some(({ record }) =>
      new RegExp(`${count}[^.]{0,60}${verb}`, 'iu').test(record.brief_summary ?? ''),
    );
  });
  return wrong && `what ${wrong[1]} did`;
}

/** People with a disease that the study looks for and not at. */
function findWrongPeople(claim: string, trials: readonly Trial[]): string | undefined {
  const said = readConditions(withCondition.exec(claim)?.[1] ?? '').names;
  if (said.length === 0) return undefined;
  const held = trials
    .flatMap(({ record }) => [
      record.brief_title,
      record.official_title ?? '',
      ...record.conditions,
      record.brief_summary ?? '',
    ])
    .join('. ');
  const known = readConditions(held).names;
  const wrong = said.find((name) => !known.includes(name) && !held.toLowerCase().includes(name));
  return wrong && `people with ${wrong}`;
}

function findWrongPrimary(
  analyzer: Analyzer,
  claim: string,
  cited: readonly RecordSource[],
): string | undefined {
  const said = primary.exec(claim)?.[1];
  if (!said) return undefined;
  const held = cited.flatMap(({ passages: [{ text }] }) =>
    (text.match(/[^.\n]*primary\s+(?:outcome|end-?point)[^.\n]*/giu) ?? []).flatMap((sentence) =>
      analyzer.analyzeDocument(sentence),
    ),
  );
  if (held.length === 0) return undefined;
  const terms = analyzer.analyzeQuery(said).map(({ term }) => term);
  const isHeld = terms.filter((term) => held.includes(term)).length >= terms.length * minHeld;
  return isHeld ? undefined : 'primary outcome';
}
