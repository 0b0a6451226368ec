import type { Analyzer } from '@lectern/retrieval';
import { monthPattern } from '../../frame/read-moment.ts';
import { writtenNumber } from '../../frame/read-number.ts';
import type { RecordSource } from '../record-source.ts';
import { isKindWord, rewrite } from './claim-words.ts';
import { readOnce } from './read-once.ts';

export interface HeldWords {
  readonly cited: readonly RecordSource[];
  /** What only it names may be told of as what a record does not have. */
  readonly question: string;
}

/** Words of telling and of grammar, which say nothing of their own about a record. */
const telling = new Set(
  `a an the this that these those there here it its itself they them their theirs he she his her we our one ones both each
  i you your of in on at to for from by with without within and or nor but as than then into onto over under between among amongst
  across during before after while when where which who whom whose what how why if whether because since until till through
  throughout about around against per via versus vs so such also further furthermore moreover however though although thus
  therefore hence instead yet still already additionally overall respectively
  is are was were be been being am has have had having do does did done can could may might will would
  not no never none neither cannot without lack lacks lacked lacking absence
  record records registry registered entry source sources database pubmed clinicaltrials gov nct pmid doi study studies trial trials
  paper papers publication publications article articles abstract report reports reported reporting describe describes described
  describing state states stated stating say says said saying tell tells told mention mentions mentioned note notes noted list
  lists listed according indicate indicates indicated show shows showed shown showing find finds found finding findings conclude
  concludes concluded observe observed information detail details title titled entitled named called name names known number numbers
  author authors researchers investigators result results data outcome outcomes
  compare compares compared comparing comparison evaluate evaluates evaluated evaluating assess assesses assessed assessing test
  tests tested testing investigate investigates investigated investigating examine examines examined examining study studied
  include includes included including involve involves involved involving contain contains cover covers covered use uses used using
  conduct conducts conducted carry carried perform performed run ran running last lasted lasting take takes took taken taking
  receive receives received receiving give gives given giving treat treats treated treating treatment treatments therapy drug drugs
  medicine medicines medication enrol enrols enroll enrolls enrolled enrolment enrollment recruit recruited assign assigned
  randomly aim aims aimed look looks looked measure measures measured plan plans planned expect expected estimate estimated seek
  seeks primary secondary main specific specifically particular phase phases part group groups arm arms clinical
  start starts started starting begin begins began begun complete completes completed completing completion end ends ended
  finish finishes finished publish publishes published appear appears appeared update updates updated ongoing date dates
  year years month months week weeks day days time median mean total
  participant participants patient patients people person persons subject subjects individual individuals volunteers
  sponsor sponsors sponsored sponsoring fund funded country countries site sites located conditions condition intervention
  interventions status currently current first second third two three same other others
  reached reach reaches названием называется под согласно запись записи записью данным сообщает сообщается указано
  s t d ll re ve et al eg ie cf`
    .trim()
    .split(/\s+/),
);
const alike: readonly (readonly string[])[] = [
  ['child', 'children', 'pediatric', 'paediatric', 'infants', 'kids', 'minors'],
  ['adult', 'adults', 'grown-ups'],
  ['speed', 'speeds', 'shorten', 'shortens', 'shortened', 'accelerate', 'accelerates'],
  ['differ', 'differs', 'difference', 'differences', 'different'],
  ['death', 'deaths', 'died', 'dead', 'mortality', 'fatal'],
  ['recovery', 'recover', 'recovers', 'recovered', 'recovering'],
  ['weight', 'weigh', 'bodyweight'],
  ['funding', 'funds', 'money', 'financing'],
  ['ill', 'illness', 'sick', 'disease'],
  ['hospitalized', 'hospitalised', 'inpatient', 'inpatients'],
];
const notLooked = new RegExp(`^(?:${monthPattern}|${writtenNumber}|[ivx]+|\\p{L})$`, 'iu');
/** May be a translation, which is left alone where the record is English. */
const cyrillicName = /(?<=\s["'«(]?)[А-ЯЁ][\p{L}\p{M}-]+/gu;
const wordPattern = /[\p{L}\p{M}\p{N}]+/gu;
const wordsIn = readOnce((held) => [...new Set(held.toLowerCase().match(wordPattern))]);
const minStem = 4;
/** Letters of an ending that two forms of a word may differ by. */
const maxEnding = 3;

/**
 * A word in a claim that says something and that no record it cites has, in any form: it may be an
 * effect, an event or an advice of the writer's own.
 */
export function findUnheldWord(
  analyzer: Analyzer,
  claim: string,
  { cited, question }: HeldWords,
): string | undefined {
  const known = [...new Set(cited.flatMap((source) => wordsIn(source)))];
  const stems = new Set(known.flatMap((word) => analyzer.analyzeDocument(word)));
  const asked = new Set(question.toLowerCase().match(wordPattern));
  const isHeld = (word: string) =>
    known.includes(word) ||
    analyzer.analyzeDocument(word).some((stem) => stems.has(stem)) ||
    known.some((other) => isFormOf(word, other)) ||
    alike.some((words) => words.includes(word) && words.some((other) => known.includes(other)));
  const names = new Set((claim.match(cyrillicName) ?? []).map((name) => name.toLowerCase()));
  const words = (
    rewrite(claim)
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}'’-]+/gu) ?? []
  ).filter((whole) => !isKindWord(whole));
  const wrong = words
    .flatMap((whole) => whole.match(wordPattern) ?? [])
    .find(
      (word) =>
        !telling.has(word) &&
        !/\p{N}/u.test(word) &&
        !notLooked.test(word) &&
        !asked.has(word) &&
        !names.has(word) &&
        !isHeld(word),
    );
  return wrong && `word ${wrong}`;
}

function isFormOf(word: string, other: string): boolean {
  const stem = Math.max(minStem, Math.min(word.length, other.length) - maxEnding);
  const isNear = Math.abs(word.length - other.length) <= maxEnding + 1;
  return isNear && word.length >= minStem && word.slice(0, stem) === other.slice(0, stem);
}
