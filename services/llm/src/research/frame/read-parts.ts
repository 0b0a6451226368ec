import { registryNumberPattern } from '../registry-numbers.ts';
import { wrongNctPattern } from '../study-numbers.ts';
import { expandPhases } from './expand-phases.ts';
import { expandShared } from './expand-shared.ts';
import { inPlainWords } from './in-plain-words.ts';
import { withoutAround } from './read-beside.ts';
import { readCount } from './read-count.ts';
import { readDateKind } from './read-date-kind.ts';
import { readDates } from './read-dates.ts';
import { readExcluded } from './read-excluded.ts';
import { readIds, withoutIds } from './read-ids.ts';
import { withoutIncluded } from './read-included.ts';
import { readOwn } from './read-intent.ts';
import { readLikeness } from './read-likeness.ts';
import { readConditions, readInterventions, readOthers, takenOut } from './read-names.ts';
import { readNegated } from './read-negated.ts';
import { readOptional } from './read-optional.ts';
import { readOrder } from './read-order.ts';
import { readParticipants } from './read-participants.ts';
import { readPhases } from './read-phases.ts';
import { readResults } from './read-results.ts';
import { readPublicationTypes, readSponsors, readStatuses } from './read-trial-filters.ts';

/** A study of another registry is a word to search for. */
const registryNumber = new RegExp(registryNumberPattern, 'giu');
const registryName = /(?<![\p{L}])(?:EudraCT|EU CT|ISRCTN)(?![\p{L}])/giu;
/** A publication that is completed is out; it has no status. */
const statusOfPublications =
  /(?<![\p{L}])((?:papers?|publications?|articles?|reviews?|meta-?analys[ei]s)\s+(?:(?:that|which|were|are|have been)\s+)*)(?:completed|finished|terminated)(?![\p{L}])|(?<![\p{L}])(?:completed|finished)\s+(?=(?:papers?|publications?|articles?|reviews?|meta-?analys[ei]s)(?![\p{L}]))|(?<![\p{L}])((?:публикаци|стат[ьеяи]|обзор)[а-яё]*(?:\s+(?:об?|про|по)\s+[\p{L}-]+)?,?\s+)(?:заверш[её]нн|законченн)[а-яё]*/giu;

/** What each step found, and in `rest` what it left to the next one. */
export type QuestionParts = ReturnType<typeof readParts>;

/** Takes a question apart, step by step; what the last one leaves are the words of the topic. */
export function readParts(query: string, today: Date) {
  const { asked, ...ids } = readIds(inPlainWords(query));
  const { similarTo, rest: plainly } = readLikeness(asked, ids.nct_ids);
  const rest = withoutIds(withoutAround(plainly));
  const plain = rest
    .replaceAll(wrongNctPattern, ' ')
    .replaceAll(registryNumber, takenOut)
    .replaceAll(registryName, ' ');
  const own = readOwn(plain);
  const counted = readCount(own.rest);
  const order = readOrder(counted.rest);
  const optional = readOptional(withoutIncluded(order.rest));
  const excluded = readExcluded(optional.rest, today);
  const dateKind = readDateKind(excluded.rest);
  const results = readResults(dateKind.rest);
  const dates = readDates(results.rest, today);
  // `1/2 and above` behind `phase` is no age.
  const participants = readParticipants(expandPhases(dates.rest));
  const types = readPublicationTypes(participants.rest.replaceAll(statusOfPublications, '$1$2'));
  const phases = readPhases(types.rest);
  const statuses = readStatuses(phases.rest);
  const sponsors = readSponsors(statuses.rest);
  const negated = readNegated(expandShared(sponsors.rest));
  const medicines = readInterventions(negated.rest);
  const diseases = readConditions(medicines.rest);
  const others = readOthers(diseases.rest);
  return {
    asked,
    ids,
    similarTo,
    wrongIds: rest.match(wrongNctPattern) ?? [],
    registered: rest.match(registryNumber) ?? [],
    own,
    counted,
    order,
    optional,
    excluded,
    dateKind,
    results,
    dates,
    participants,
    types,
    phases,
    statuses,
    sponsors,
    negated,
    medicines,
    diseases,
    others,
  };
}
