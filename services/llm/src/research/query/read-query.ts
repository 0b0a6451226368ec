import {
  maxFrameValues,
  maxFrameWordLength,
  maxResearchPublications,
  maxResearchTrials,
  maxUnusedWords,
  type ResearchFrame,
  type ResearchIntent,
  researchFrameSchema,
  type TrialOrder,
  trialOrderSchema,
} from '@lectern/contracts';
import { readDates } from './read-dates.ts';
import { type Identifiers, readIdentifiers } from './read-identifiers.ts';
import { readPhases, readStatuses } from './read-trial-filters.ts';
import { anyOf, numberPattern, toNumber, toPattern, UnreadText, wordsOf } from './unread-text.ts';

const owner = anyOf(wordsOf(({ owners }) => owners));
const ownDocument = anyOf(wordsOf(({ documents }) => documents));
const publicationWord = anyOf(wordsOf(({ publications }) => publications));
const trialWord = anyOf(wordsOf(({ trials }) => trials));
const publicationType = anyOf(wordsOf(({ publicationTypes }) => publicationTypes));
const orderPatterns = trialOrderSchema.options.map(
  (order) => [order, anyOf(wordsOf(({ orders }) => orders[order]))] as const,
);
const anyOrder = orderPatterns.map(([, words]) => words).join('|');
const countedPublication = `${publicationWord}|${publicationType}`;
const patterns = {
  own: toPattern(`${owner}\\s+((?:[\\p{L}\\p{N}-]+\\s+){0,3}?)${ownDocument}`),
  publications: toPattern(publicationWord),
  publicationType: new RegExp(toPattern(publicationType).source, 'iu'),
  trials: toPattern(trialWord),
  count: toPattern(
    `(?:(?:${anyOrder})\\s+)?(${numberPattern})(?=\\s+(?:(?:${anyOrder})\\s+)?(?:${countedPublication}|${trialWord}))`,
  ),
  orderedCount: toPattern(`(?:${anyOrder})\\s+(${numberPattern})`),
};
const stopWords = new Set(wordsOf((vocabulary) => vocabulary.stopWords));

/**
 * Reads what is closed and checkable in a question: identifiers, phases, statuses, dates, counts,
 * and the kind of record. The rest becomes search terms, in the words of the question.
 */
export function readQuery(query: string, today = new Date()): ResearchFrame {
  const text = new UnreadText(query);
  const identifiers = readIdentifiers(text);
  let isOwn = false;
  const own: string[] = [];
  text.consume(patterns.own, ([, topic = '']) => {
    isOwn = true;
    own.push(topic);
  });
  const dates = readDates(text, today);
  const phases = readPhases(text);
  const statuses = readStatuses(text);
  const maxCount = Math.max(maxResearchPublications, maxResearchTrials);
  let count: number | null = null;
  const readCount = ([, written = '']: RegExpExecArray) => {
    const number = toNumber(written);
    // The word for one is seldom a count.
    const isWord = !/\d/.test(written);
    if (number < (isWord ? 2 : 1) || number > maxCount) return false;
    count = number;
  };
  const orders = readOrders(text.text);
  text.consume(patterns.count, readCount);
  text.consume(patterns.orderedCount, readCount);
  for (const [, words] of orderPatterns) text.consume(toPattern(words));
  const hasType = patterns.publicationType.test(text.text);
  const hasPublications = text.consume(patterns.publications) || hasType;
  const hasTrials = text.consume(patterns.trials);
  const signs = {
    isOwn,
    hasPublications,
    hasTrials,
    hasFilters: phases.length + statuses.length > 0,
  };
  const intent = toIntent(identifiers, signs);
  const { nctIds, pmids, dois, wrongNctIds } = identifiers;
  const isNamed = nctIds.length + pmids.length + dois.length + wrongNctIds.length > 0;
  const { terms, unused } = splitTerms([...own, text.text].join(' '));
  // A record that is named is read whole, whatever is asked about it.
  const isAboutTrials = intent !== 'recent_pubs_by_topic' && !isNamed;
  return researchFrameSchema.parse({
    intent,
    entities: {
      nct_ids: nctIds.slice(0, maxFrameValues.nct_ids),
      pmids: pmids.filter((pmid) => /^[1-9]/.test(pmid)).slice(0, maxFrameValues.pmids),
      // PubMed finds a publication by its DOI.
      terms: isNamed ? [dois.join(' OR ')].filter(Boolean) : terms,
    },
    filters: {
      ...(isAboutTrials && { phases, statuses }),
      ...(!isNamed && { trial_order: orders[0] ?? null }),
      ...(!isNamed && {
        date_from: dates.from,
        date_to: dates.to,
        ...(hasTrials || !hasPublications ? { max_trials: count } : {}),
        ...(hasPublications || !hasTrials ? { max_publications: count } : {}),
      }),
      include_publications: isOwn && hasPublications,
    },
    unused: [...wrongNctIds, ...(isNamed ? [] : unused)].slice(0, maxUnusedWords),
  });
}

function readOrders(text: string): readonly TrialOrder[] {
  return orderPatterns.flatMap(([order, words]) => (toPattern(words).test(text) ? [order] : []));
}

interface Signs {
  readonly isOwn: boolean;
  readonly hasPublications: boolean;
  readonly hasTrials: boolean;
  /** Phases or statuses, which trials alone have. */
  readonly hasFilters: boolean;
}

function toIntent({ nctIds, pmids, dois }: Identifiers, signs: Signs): ResearchIntent {
  if (signs.isOwn) return 'hybrid_search';
  const isOfPublications = signs.hasPublications || pmids.length + dois.length > 0;
  const isOfTrials =
    signs.hasTrials || nctIds.length > 0 || (signs.hasFilters && !signs.hasPublications);
  if (isOfPublications === isOfTrials) return 'trials_with_pubs';
  return isOfPublications ? 'recent_pubs_by_topic' : 'indication_phase_trials';
}

/**
 * Words that the services may be asked for. Both index English texts, so that a word in another
 * script finds nothing and would hide what the others find.
 */
function splitTerms(text: string): { readonly terms: string[]; readonly unused: string[] } {
  const words = text
    .split(/[\s,;:?!()[\]{}"«»“”]+|\.(?=\s|$)/u)
    .map((word) => word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter((word) => word !== '' && word.length <= maxFrameWordLength);
  const isIndexed = (word: string) => !/[^\p{Script=Latin}\p{Script=Greek}\P{L}]/u.test(word);
  const indexed = words.filter((word) => isIndexed(word) && !stopWords.has(word.toLowerCase()));
  const terms: string[] = [];
  for (const word of indexed) {
    const last = terms.at(-1);
    const joined = last === undefined ? word : `${last} ${word}`;
    if (joined.length <= maxFrameWordLength) terms.splice(-1, last === undefined ? 0 : 1, joined);
    else terms.push(word);
  }
  const unused = words.filter((word) => !isIndexed(word) && word.length > 3);
  return { terms: terms.slice(0, maxFrameValues.terms), unused: [...new Set(unused)] };
}
