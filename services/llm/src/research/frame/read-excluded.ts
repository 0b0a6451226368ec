import { notExcluding, withoutAllBut } from './double-denials.ts';
import { excludingWords } from './excluding-words.ts';
import { exceptions, known, recordNoun } from './found-filter.ts';
import { isFiller } from './question-words.ts';
import { readDates } from './read-dates.ts';
import { asksForNone, type FoundNegated } from './read-negated.ts';
import { readPhases } from './read-phases.ts';
import { readResults } from './read-results.ts';
import { readPublicationTypes, readStatuses } from './read-trial-filters.ts';

const ofResults =
  '(?!\\s+(?:(?:any|posted|published|reported|опубликованн\\S*)\\s+)*(?:results|результат))';
const described = '(?:[\\p{L}\\d-]+\\s+){0,3}?';
const how = '(?:[\\p{L}]+ly|только|недавно|полностью|уже)\\s+';
/** `No small completed ones` is of records alone: `no` before a name asks against this. */
const noRecords = [
  `(?:no|none of(?: the)?|not (?:the|any)|(?:но|а|и) не|никаки[а-яё]*)(?=\\s+${described}(?:${recordNoun}|(?:reviews?|meta-?analys[ie]s|case\\s+reports?|guidelines?|обзор[а-яё]*)(?![\\p{L}])))`,
  `(?:not|never|не)(?=\\s+${how}${known})`,
  'ни одн[а-яё]+',
].join('|');
const lead = new RegExp(
  `(?<![\\p{L}])(?<!(?:or|или)\\s)(?:(?<kept>${notExcluding})|(?:${exceptions})${ofResults}|${noRecords})\\s+`,
  'giu',
);
/** What is said behind the records that are not wanted: `completed ones should be excluded`. */
const leftOut = `(?:(?:should|must|can|may|to|be|being|is|are|was|were)\\s+)*(?:${excludingWords.done}|not\\s+(?:included|wanted|needed|shown))|(?:не\\s+(?:нужн|интерес|включ|показыв|учитыв)[а-яё]*|(?:надо\\s+)?(?:${excludingWords.russianToDo})|исключ[её]н[а-яё]*)`;
const knownList = `${known}(?:(?:\\s*,\\s*|\\s*,?\\s+(?:and|or|и|или)\\s+)${known})*`;
const passive = new RegExp(
  `(?<=(?:^|[.,;:!?]|(?<![\\p{L}])(?:and|but|with|where|и|но|где|а)|${recordNoun})\\s*)(?<![\\p{L}])((?:(?!(?:${recordNoun}|(?:and|but|with|where|и|но|где|а)\\s))[\\p{L}\\d-]+\\s+){0,3}?${knownList}(?:\\s+${recordNoun})?)\\s+(?:${leftOut})(?=\\s*(?:$|[.,;:!?)]|(?:and|и|please)(?![\\p{L}])))`,
  'giu',
);
/** Words that tell which records, before a comma in whose other side these are named. */
const adjective =
  '(?:old|older|new|newer|recent|small|smaller|large|larger|big|short|long|early|late|minor|tiny|poor|weak|стар[а-яё]+|нов[а-яё]+|мал[а-яё]+|небольш[а-яё]+|крупн[а-яё]+|недавн[а-яё]+|ранн[а-яё]+)';
const listComma = `,(?!\\s*(?:что|котор[а-яё]*|which|that)(?![\\p{L}])|\\s*(?:${known}\\s*,\\s*)*${known}\\s*,?\\s+(?:and|or|и|или)\\s+${known}|(?<=(?<![\\p{L}])${adjective}\\s*,))`;
/** Where a clause ends, or something is asked for again. */
const clauseEnd = new RegExp(
  `[.;:?!](?=\\s|$)|${listComma}|\\s(?:but|но)\\s|\\s(?:and|or|и|или)\\s+(?=(?:with|show|list|find|keep|include|also|only|give|order|sort|покажи|найди|только)(?![\\p{L}]))|$`,
  'iu',
);
const place =
  /(?<![\p{L}])(?:in|of|for|on|with|without|among|at|from|since|before|after|between|until|that|which|who|where|у|при|в|с|со|без|для|о|об|от|до|после|где|котор[а-яё]*)(?![\p{L}])/iu;
/** What is excluded is of records, and not of a name. */
const record = new RegExp(
  `(?<![\\p{L}])(?:${recordNoun}|(?:those|these|them|any|anything|everything|тех|те|таки[ех])(?![\\p{L}]))`,
  'iu',
);
const noun = new RegExp(`(?<![\\p{L}])${recordNoun}`, 'iu');
const each =
  /^(?:all|every|each|any|anything|everything|только|все|всех|всё|всем|каждое|каждую|любы[ех])$/iu;
const maxRead = 30;
const begins = /^[\s\p{P}]*(?:(?:please|and|пожалуйста|i|we|я|мы)[\s,]*)*$/iu;

/**
 * Exclusions of records that no filter can say: of the small completed ones a status would leave out
 * others too. Plain ones, such as `exclude completed trials`, are left for the readers of their values.
 */
export function readExcluded(text: string, today: Date): FoundNegated {
  const aside: string[] = [];
  const isRussian = /[а-яё]/iu.test(text);
  const active = withoutAllBut(text).replaceAll(
    passive,
    (_, said: string) => `${isRussian ? 'исключая' : 'excluding'} ${said}`,
  );
  let [done, rest] = ['', active];
  let read = 0;
  for (let match = next(rest); match && read < maxRead; match = next(rest)) {
    read += 1;
    const start = match.index;
    const isHead = begins.test(done + rest.slice(0, start));
    const said = takeClause(rest.slice(start), match[0].length, isHead);
    const isOfNone = /^no/iu.test(match[0]) && asksForNone.test(done + rest.slice(0, start));
    const isKept = match.groups?.kept !== undefined && holdsValue(said, today);
    const excluded = { said, asked: said.slice(match[0].length), isHead };
    const isSet = !isOfNone && (isKept || !isSayable(excluded, today));
    if (isSet) aside.push(said.trim());
    done += rest.slice(0, start) + (isSet ? ' ' : match[0]);
    rest = rest.slice(start + (isSet ? said.length : match[0].length));
  }
  return { aside, rest: done + rest };
}

function next(text: string): RegExpExecArray | null {
  lead.lastIndex = 0;
  return lead.exec(text);
}

/** To the end of the clause; at the head of a question what follows the records is its topic. */
function takeClause(text: string, leadLength: number, isHead: boolean): string {
  const clause = text.slice(leadLength);
  const end = clauseEnd.exec(clause)?.index ?? clause.length;
  const head = isHead ? noun.exec(clause.slice(0, end)) : null;
  return text.slice(0, leadLength + (head ? head.index + head[0].length : end));
}

interface Excluded {
  readonly said: string;
  /** Without the word that excludes it. */
  readonly asked: string;
  readonly isHead: boolean;
}

/** Whether the readers of filters read nothing in it as wanted, and leave out no more than it does. */
function isSayable({ said, asked, isHead }: Excluded, today: Date): boolean {
  const { isWanted, isDenied, rest } = readValues(said, today);
  if (!isWanted) return isHead || !isDenied || !tellsMore(rest);
  // What is placed behind a name is no part of what is excluded: `without placebo in phase 3`.
  const end = asked.search(place);
  const [before, named] =
    end === -1 ? [said, asked] : [said.slice(0, end - asked.length), asked.slice(0, end)];
  const values = readValues(before, today);
  if (values.isOfTypes)
    return isOfTime(said.slice(before.length), today) && !tellsMore(values.rest);
  return !record.test(named) && !values.isWanted && !values.isDenied;
}

/** Behind a kind of publication a time may be of all that is asked for: `papers, no reviews, since 2020`. */
function isOfTime(placed: string, today: Date): boolean {
  const { from, to, rest } = readDates(placed, today);
  return (from ?? to) !== null && rest.trim() === '';
}

function holdsValue(said: string, today: Date): boolean {
  const { isWanted, isDenied } = readValues(said, today);
  return isWanted || isDenied;
}

/** Whether words are left that tell which of the records are excluded. */
function tellsMore(rest: string): boolean {
  return (rest.match(/[\p{L}\d][\p{L}\d-]*/gu) ?? []).some(
    (word) => !isFiller(word.toLowerCase()) && !each.test(word) && !noun.test(word),
  );
}

interface ReadValues {
  readonly isWanted: boolean;
  readonly isDenied: boolean;
  /** Only kinds of publications are denied. */
  readonly isOfTypes: boolean;
  /** What is left of the words. */
  readonly rest: string;
}

function readValues(said: string, today: Date): ReadValues {
  const dates = readDates(said, today);
  const types = readPublicationTypes(said);
  const phases = readPhases(types.rest);
  const statuses = readStatuses(phases.rest);
  const found = [types, phases, statuses];
  return {
    isWanted:
      (dates.from ?? dates.to) !== null ||
      readResults(said).hasResults !== null ||
      found.some(({ values }) => values.length > 0),
    isDenied: found.some(({ aside }) => aside.length > 0),
    isOfTypes:
      types.aside.length > 0 &&
      [types, phases, statuses].every(({ values }) => values.length === 0) &&
      phases.aside.length + statuses.aside.length === 0,
    rest: statuses.rest,
  };
}
