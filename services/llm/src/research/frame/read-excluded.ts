import { exceptions, recordNoun } from './found-filter.ts';
import { readDates } from './read-dates.ts';
import { asksForNone, type FoundNegated } from './read-negated.ts';
import { readPhases } from './read-phases.ts';
import { readResults } from './read-results.ts';
import { readPublicationTypes, readStatuses } from './read-trial-filters.ts';

const ofResults =
  '(?!\\s+(?:(?:any|posted|published|reported|опубликованн\\S*)\\s+)*(?:results|результат))';
/** `No small completed ones` is of records alone: `no` before a name asks against this. */
const noRecords = `(?:(?:no|none of(?: the)?|not (?:the|any)|(?:но|а|и) не)(?=\\s+(?:[\\p{L}\\d-]+\\s+){0,3}${recordNoun})|ни одн[а-яё]+)`;
const lead = new RegExp(
  `(?<![\\p{L}])(?<!(?:or|или)\\s)(?:(?:${exceptions})${ofResults}|${noRecords})\\s+`,
  'giu',
);
/** Where a clause ends, or something is asked for again. */
const clauseEnd =
  /[.;:?!](?=\s|$)|,|\s(?:but|но)\s|\s(?:and|or|и|или)\s+(?=(?:with|show|list|find|keep|include|also|only|give|order|sort|покажи|найди|только)(?![\p{L}]))|$/iu;
const place =
  /(?<![\p{L}])(?:in|of|for|on|with|among|at|from|since|before|after|between|until|that|which|who|where|у|при|в|с|со|для|о|об|от|до|после|где|котор[а-яё]*)(?![\p{L}])/iu;
const record = new RegExp(`(?<![\\p{L}])${recordNoun}`, 'iu');
const placedRecord = new RegExp(
  `(?<![\\p{L}])${recordNoun}\\s+(?:in|of|for|on|with|among|at|у|при|для|о|об)\\s`,
  'iu',
);
const maxRead = 30;
const begins = /^[\s\p{P}]*(?:(?:please|and|пожалуйста)[\s,]*)?$/iu;

/**
 * Exclusions of records that no filter can say: of the small completed ones a status would leave out
 * others too. Plain ones, such as `exclude completed trials`, are left for the readers of their values.
 */
export function readExcluded(text: string, today: Date): FoundNegated {
  const aside: string[] = [];
  let [done, rest] = ['', text];
  let read = 0;
  for (let match = next(rest); match && read < maxRead; match = next(rest)) {
    read += 1;
    const start = match.index;
    const isHead = begins.test(done + rest.slice(0, start));
    const said = takeClause(rest.slice(start), match[0].length, isHead);
    const isOfNone = /^no/iu.test(match[0]) && asksForNone.test(done + rest.slice(0, start));
    const isSet = !isOfNone && !isSayable(said, isHead, today);
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
  const noun = isHead ? record.exec(clause.slice(0, end)) : null;
  return text.slice(0, leadLength + (noun ? noun.index + noun[0].length : end));
}

/** Whether the readers of filters read nothing in it as wanted, and leave out no more than it does. */
function isSayable(said: string, isHead: boolean, today: Date): boolean {
  const { isWanted, isDenied } = readValues(said, today);
  if (!isWanted) return isHead || !isDenied || !placedRecord.test(said);
  // What is placed behind a name is no part of what is excluded: `without placebo in phase 3`.
  const noun = said.slice(0, said.search(place) === -1 ? said.length : said.search(place));
  const values = readValues(noun, today);
  return !record.test(noun) && !values.isWanted && !values.isDenied;
}

function readValues(said: string, today: Date): { isWanted: boolean; isDenied: boolean } {
  const dates = readDates(said, today);
  const found = [readStatuses(said), readPhases(said), readPublicationTypes(said)];
  return {
    isWanted:
      (dates.from ?? dates.to) !== null ||
      readResults(said).hasResults !== null ||
      found.some(({ values }) => values.length > 0),
    isDenied: found.some(({ aside }) => aside.length > 0),
  };
}
