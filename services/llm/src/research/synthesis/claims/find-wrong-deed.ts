import { readInterventions } from '../../frame/read-names.ts';
import type { RecordSource } from '../record-source.ts';

type Trial = Extract<RecordSource, { kind: 'trial' }>;

/** Words for who takes part. */
export const people =
  '(?:participants?|patients?|subjects?|volunteers?|adults?|people|persons|individuals|участник\\p{L}*|пациент\\p{L}*|человек\\p{L}*)';
const told = new RegExp(
  `(?<![\\p{N}.,])(\\d[\\d,\\u00a0]*)\\s+(?:[\\p{L}-]+\\s+){0,2}?${people}\\s+((?:(?:were|was|are|have|had been|will be)\\s+)?[\\p{L}-]+)([^.;]*)`,
  'giu',
);
/** How it went with those who took part, which their number alone does not tell. */
const outcome =
  /(?<![\p{L}])(?:recover|improv|worsen|deteriorat|progress|relaps|respond|benefit|surviv|heal|cure|die(?:d|s)?(?![\p{L}])|dead|felt|fell|rose|grew|lost|gain|develop|experienc|suffer|report|show|achiev|reach|attain|tolerat|remain|discontinu|withdr|stopped|dropp|hospitali[sz]|discharg|got|had(?![\p{L}]|\s+been)|underwent|выздор|вылеч|поправ|умер|погиб|выжи|ответил|почувств|достиг|потеря|перенес|испыт|улучш|ухудш|better|worse)/iu;
/** What is done with the people of an arm. */
const getting =
  '(?:receiv|treat(?:ed|ing)|giv(?:en|ing)|gave|got|took(?!\\s+part)|tak(?:e|en|ing)(?!\\s+part)|administer|assign|alloca|randomi[sz]ed\\s+(?:to|into)|on(?=\\s+[\\p{L}-]+\\s*(?:$|,|for|at|and|alone|during))|in\\s+the(?=\\s+[\\p{L}-]+\\s+(?:arm|group))|получ|прин(?:ял|има)\\p{L}*(?!\\p{L}|\\s+участи)|лечил|назнач)';
/** The people themselves, whom a study is of: `enrolled in a study of treatment` tells nothing of an arm. */
const treated = new RegExp(
  `(?:^|(?<![\\p{L}])(?:and|or|who|that|which|to|then|all|и|которые)\\s+|,\\s*)(?:(?:were|was|are|be|been|being|have|had|has|will|also|then|all|each|were\\s+all|[\\p{L}]+ly)\\s+)*${getting}`,
  'iu',
);
const compared =
  /(?<![\p{L}])(?:placebo|control|blind|mask|versus|vs|usual\s+care|standard\s+(?:of\s+)?care)/iu;
/** What stands behind is studied: `received care in the trial of lumiravir`. */
const ofStudy =
  /\s(?:in|within|during|as part of)\s+(?:an?|the|this)\s+(?:[\p{L}\d-]+\s+){0,3}?(?:study|trial)(?![\p{L}]).*$/isu;
const either = /(?<![\p{L}])(?:or|either|versus|vs|или|либо)(?![\p{L}])/iu;
const placebo = /placebo|плацебо/iu;
const thousands = /(?<=\d)[,\u00a0\u202f](?=\d{3}(?!\d))/g;

/** `1062 participants recovered` or `received remdesivir`, where 1062 is the enrollment and no more is told of it. */
export function findWrongDeed(claim: string, trials: readonly Trial[]): string | undefined {
  const wrong = [...claim.matchAll(told)].find(([, digits = '', done = '', rest = '']) => {
    const count = Number(digits.replaceAll(/\D/g, ''));
    const enrolling = trials.filter(({ record }) => record.enrollment?.count === count);
    if (enrolling.length === 0) return false;
    const isOfArm =
      treated.test(`${done}${rest}`) &&
      enrolling.every((one) => findOnlyGiven(rest, one) !== undefined);
    if (!outcome.test(done) && !isOfArm) return false;
    const verb = (done.split(/\s+/).at(-1) ?? '').toLowerCase();
    return !enrolling.some((one) => {
      const given = isOfArm ? findOnlyGiven(rest, one) : undefined;
      return isTold({ count, verb, given }, one) || isEligible(verb, rest, one);
    });
  });
  return wrong && `what ${wrong[1]} did`;
}

/** What the people of a study that compares treatments are said to have got, where it is one of these. */
function findOnlyGiven(said: string, { record, passages: [{ text }] }: Trial): string | undefined {
  const got = said.replace(ofStudy, '');
  if (either.test(got)) return undefined;
  const names = new Set(
    record.interventions.map(
      ({ name }) => (name.toLowerCase().match(/[\p{L}\p{N}-]+/u) ?? [''])[0],
    ),
  );
  const known = [...names].filter((name) => got.toLowerCase().includes(name));
  const given = new Set([
    ...known,
    ...readInterventions(got).names,
    ...(placebo.test(got) ? ['placebo'] : []),
  ]);
  return given.size === 1 && (names.size > 1 || compared.test(text)) ? [...given][0] : undefined;
}

/** Of a part of them, as in `of 418, 209 received it`, it is not told of the number. */
const ofThem = '(?<!(?<!(?:total|all)\\s)(?:of|из)\\s+(?:the\\s+|these\\s+|all\\s+)?)';
const ofPart =
  '(?![\\p{L}-]*(?:half|third|quarter|most|some|none|not|no|never|others?|those|arms?|groups?|majority|половин|треть|часть|не|никто)(?![\\p{L}]))';
const measured =
  '\\d+(?:\\s*(?:-|–|to)\\s*\\d+)?(?=[\\s-]*(?:years?|yrs?|days?|weeks?|months?|mg|лет|год|дн|недел|мес))|(?<=(?:aged?|ages|over|than|least|[≥>])\\s*)\\d+';
const between = `(?:(?<![\\p{L}])${ofPart}[^.\\d]|(?<=[\\p{L}])[^.\\d]|${measured}){0,60}?`;

interface Deed {
  readonly count: number;
  readonly verb: string;
  /** What they got; undefined where no arm is told of. */
  readonly given: string | undefined;
}

/** Whether a record says it of the number itself, which it may write `1,062`. */
function isTold({ count, verb, given }: Deed, trial: Trial): boolean {
  const said = new RegExp(
    `${ofThem}(?<!\\d)${count}(?!\\d)${between}(?<![\\p{L}])${verb.slice(0, 5)}([^.]*)`,
    'giu',
  );
  return [...trial.passages[0].text.replaceAll(thousands, '').matchAll(said)].some(
    ([, rest = '']) => given === undefined || findOnlyGiven(rest, trial) === given,
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
