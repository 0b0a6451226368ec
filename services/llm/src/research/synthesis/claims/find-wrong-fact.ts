import type { Analyzer } from '@lectern/retrieval';
import { readConditions, readInterventions } from '../../frame/read-names.ts';
import type { RecordSource } from '../record-source.ts';

type Trial = Extract<RecordSource, { kind: 'trial' }>;

const people =
  '(?:participants?|patients?|subjects?|volunteers?|adults?|people|persons|individuals|участник\\p{L}*|пациент\\p{L}*|человек\\p{L}*)';
const told = new RegExp(
  `(?<![\\p{N}.,])(\\d[\\d,\\u00a0]*)\\s+(?:[\\p{L}-]+\\s+){0,2}?${people}\\s+((?:(?:were|was|are|have|had been|will be)\\s+)?[\\p{L}-]+)([^.;]*)`,
  'giu',
);
/** How it went with those who took part, which their number alone does not tell. */
const outcome =
  /(?<![\p{L}])(?:recover|improv|worsen|deteriorat|progress|relaps|respond|benefit|surviv|heal|cure|die(?:d|s)?(?![\p{L}])|dead|felt|fell|rose|grew|lost|gain|develop|experienc|suffer|report|show|achiev|reach|attain|tolerat|remain|discontinu|withdr|stopped|dropp|hospitali[sz]|discharg|got|had(?![\p{L}]|\s+been)|underwent|выздор|вылеч|поправ|умер|погиб|выжи|ответил|почувств|достиг|потеря|перенес|испыт|улучш|ухудш|better|worse)/iu;
/** What is given to the people of an arm. */
const treated =
  /(?<![\p{L}])(?:receiv|treat|given|gave|got|took|take|taking|administer|assign|alloca|randomi[sz]ed\s+to|получ|прин(?:ял|има)|лечил|назнач)/iu;
const compared =
  /(?<![\p{L}])(?:placebo|control|blind|mask|versus|vs|usual\s+care|standard\s+(?:of\s+)?care)/iu;
const either = /(?<![\p{L}])(?:or|either|versus|vs|или|либо)(?![\p{L}])/iu;
const placebo = /placebo|плацебо/iu;
const thousands = /(?<=\d)[,\u00a0\u202f](?=\d{3}(?!\d))/g;
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

/** `1062 participants recovered` or `received remdesivir`, where 1062 is the enrollment and no more is told of it. */
function findWrongDeed(claim: string, trials: readonly Trial[]): string | undefined {
  const wrong = [...claim.matchAll(told)].find(([, digits = '', done = '', rest = '']) => {
    const count = Number(digits.replaceAll(/\D/g, ''));
    const enrolling = trials.filter(({ record }) => record.enrollment?.count === count);
    if (enrolling.length === 0) return false;
    const isOfOneArm =
      treated.test(`${done}${rest}`) && enrolling.every((one) => isOneArm(rest, one));
    if (!outcome.test(done) && !isOfOneArm) return false;
    const verb = (done.split(/\s+/).at(-1) ?? '').toLowerCase();
    return !enrolling.some((one) => isTold(count, verb, one) || isEligible(verb, rest, one));
  });
  return wrong && `what ${wrong[1]} did`;
}

/** Whether the people of a study that compares treatments are said to have got only one of these. */
function isOneArm(said: string, { record, passages: [{ text }] }: Trial): boolean {
  if (either.test(said)) return false;
  const names = new Set(
    record.interventions.map(
      ({ name }) => (name.toLowerCase().match(/[\p{L}\p{N}-]+/u) ?? [''])[0],
    ),
  );
  const known = [...names].filter((name) => said.toLowerCase().includes(name));
  const given = new Set([
    ...known,
    ...readInterventions(said).names,
    ...(placebo.test(said) ? ['placebo'] : []),
  ]);
  return given.size === 1 && (names.size > 1 || compared.test(text));
}

/** Whether a record says it of the number itself, which it may write `1,062`. */
function isTold(count: number, verb: string, { passages: [{ text }] }: Trial): boolean {
  return new RegExp(`(?<!\\d)${count}(?!\\d)[^.]{0,60}${verb.slice(0, 5)}`, 'iu').test(
    text.replaceAll(thousands, ''),
  );
}

/** Whether it is what all who take part have in common: a condition, or what the titles say of them. */
function isEligible(verb: string, rest: string, { record }: Trial): boolean {
  const titles = `${record.brief_title} ${record.official_title ?? ''}`.toLowerCase();
  if (/^hospitali[sz]ed$/.test(verb)) return titles.includes(verb);
  return (
    verb === 'had' &&
    record.conditions.some((name) => rest.toLowerCase().includes(name.toLowerCase()))
  );
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
