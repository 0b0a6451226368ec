import { maxResearchPublications, maxResearchTrials } from '@lectern/contracts';
import { readNumber, writtenNumber } from './read-number.ts';

/** How many records a question asks for, and the text without the number. */
export interface FoundCount {
  readonly count: number | null;
  readonly of: 'publications' | 'trials';
  /** Whether the last ones are asked for: `the last 2 trials`. */
  readonly isOfLast: boolean;
  /** The number, where it cannot be asked for. */
  readonly said: string | undefined;
  readonly rest: string;
}

const publications =
  '(?:papers?|publications?|articles?|reviews?|meta-?analys[ei]s|reports?|публикаци[а-яё]*|стат[ьеяи][а-яё]*|обзор[а-яё]*|работ[а-яё]*)(?![\\p{L}])';
const trials = '(?:trials?|stud(?:y|ies)|исследовани[а-яё]*|испытани[а-яё]*)(?![\\p{L}])';
const newest = 'latest|newest|most recent|last|recent|последн[а-яё]+|нов[а-яё]+|свеж[а-яё]+';
const extreme = `${newest}|largest|biggest|smallest|oldest|earliest|(?:крупн|больш|старейш|крупнейш|наибольш|наименьш|малень)[а-яё]+|сам[а-яё]+\\s+[а-яё]+`;
const ask =
  'show(?:\\s+me)?|give(?:\\s+me)?|tell\\s+me|list|find|name|покажи(?:те)?|найди(?:те)?|дай(?:те)?|назови(?:те)?|перечисли(?:те)?';
/** The last 2 years are a span. */
const span =
  '(?:years?|months?|weeks?|days?|decades?|год|года|лет|месяц[а-яё]*|недел[а-яё]*|дней|дня|день|десятилети[а-яё]*)';
/** Nor is what a number measures: `10 mg tadalafil trials`, `2 arm trials`. */
const measured =
  '(?:[mkµu]?g|mcg|ml|iu|units?|hours?|minutes?|participants?|patients?|people|arms?|doses?|drugs?|sites?|cent(?:er|re)s?|мк?г|мл|ме|час[а-яё]*|участник[а-яё]*|пациент[а-яё]*|доз[а-яё]*)';
const before = (records: string, words: string, maxWords: number) =>
  `(?=(?!(?:${span}|${measured})(?![\\p{L}]))(?:${words}\\s+){0,${maxWords}}?${records})`;
/** Other words may part a number from its studies: `the 3 largest phase 2 asthma trials`. */
const beforeTrials = before(trials, '(?!(?:of|in|for|with|and|or|from)\\s)[\\p{L}\\d-]+', 6);
/** Nor is the number of a place in a molecule: `5 fluorouracil`. */
const located =
  '5[\\s-]+(?:fluorouracil|fu|aza(?:citidine|cytidine)?|ala|asa|ht\\w*|aminolevulin\\w*|aminosalicyl\\w*|hydroxytryptophan|alpha|lipoxygenase|фторурацил[а-яё]*)|6[\\s-]+(?:mercaptopurine|mp|thioguanine|tg|меркаптопурин[а-яё]*)|4[\\s-]+(?:aminopyridine|ap|аминопиридин[а-яё]*)|2[\\s-]+(?:deoxy\\w+|dg)|7[\\s-]+keto\\w*|8[\\s-]+(?:aminoquinoline|methoxypsoralen|mop)|13[\\s-]+cis\\w*|17[\\s-]+(?:oh\\w*|hydroxyprogesterone|alpha|beta|estradiol)|25[\\s-]+(?:oh\\w*|hydroxy\\w*)';
const number = `(?!(?:${located})(?![\\p{L}]))(\\d{1,2}|${writtenNumber})`;
const compile = (...patterns: readonly string[]) =>
  new RegExp(patterns.map((said) => `(?<![\\p{L}\\d])${said}`).join('|'), 'iu');

const pattern = {
  publications: compile(
    `(?:latest|newest|most recent|last|first|top|best|последн[а-яё]+|нов[а-яё]+|свеж[а-яё]+|перв[а-яё]+)\\s+${number}\\s+${before(publications, '[\\p{L}-]+', 2)}`,
    `${number}\\s+(?=(?:latest|newest|most recent|recent|последн[а-яё]+|нов[а-яё]+|свеж[а-яё]+)\\s+)${before(publications, '[\\p{L}-]+', 3)}`,
  ),
  trials: compile(
    `(?:${extreme}|first|top|перв[а-яё]+)\\s+${number}\\s+${beforeTrials}`,
    `${number}\\s+(?=(?:${extreme})\\s)${beforeTrials}`,
    `(?:${ask})\\s+(?:(?:the|any|только|мне)\\s+)*${number}\\s+${beforeTrials}`,
  ),
};
/** A number at the beginning, of more than `One trial found …`. */
const leading = new RegExp(
  `^\\s*(?:the\\s+)?(?!(?:one|одн[а-яё]+|один)\\s)${number}\\s+${beforeTrials}`,
  'iu',
);
const ofLast = /^(?:last|последн)/iu;
const maxCount = { publications: maxResearchPublications, trials: maxResearchTrials };

/** `The latest 2 papers`, `three largest trials`, `три последних обзора`. */
export function readCount(text: string): FoundCount {
  const found = (['publications', 'trials'] as const)
    .map((of) => ({
      of,
      match: pattern[of].exec(text) ?? (of === 'trials' ? leading.exec(text) : null),
    }))
    .find(({ match }) => match !== null);
  const { of = 'publications', match } = found ?? {};
  const said = match?.slice(1).find((group) => group !== undefined);
  const count = said === undefined ? 0 : readNumber(said);
  const isCount = Number.isInteger(count) && count >= 1 && count <= maxCount[of];
  if (!match || said === undefined || !isCount) {
    return { count: null, of, isOfLast: false, said: undefined, rest: text };
  }
  const [whole] = match;
  const kept = whole.replace(new RegExp(`(?<![\\p{L}\\d])${said}\\s+`, 'u'), '');
  const rest = text.slice(0, match.index) + kept + text.slice(match.index + whole.length);
  return { count, of, isOfLast: ofLast.test(whole), said, rest };
}
