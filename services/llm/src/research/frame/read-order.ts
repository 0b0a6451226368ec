import type { ResearchIntent } from '@lectern/contracts';

/** Words that ask for records in an order, or for the ones that matter most. */
export interface FoundOrder {
  readonly said: readonly string[];
  readonly rest: string;
}

const records =
  '(?:trials?|stud(?:y|ies)|rcts?|publications?|papers?|articles?|reviews?|meta-?analys[ei]s|исследовани[а-яё]+|испытани[а-яё]+|публикаци[а-яё]+|стат(?:ь[а-яё]+|ей)|обзор[а-яё]*)(?![\\p{L}])';
const people =
  '(?:participants?|patients?|subjects?|people|enrol\\w*|участник[а-яё]*|пациент[а-яё]*)';
const extreme =
  '(?:largest|biggest|smallest|longest|shortest|oldest|earliest|newest|latest|most recent)';
const rank =
  '(?:(?:most|highly|best|widely|least)[\\s-]+cited|(?:most\\s+)?(?<!clinically\\s|minimal\\s|minimally\\s)(?:important|influential|notable)|landmark|seminal)';
const russian =
  '(?:сам[а-яё]{2,3}|наиболее)\\s+(?:больш|крупн|мал|нов|свеж|последн|стар|ранн|важн|цитируем|значим)[а-яё]+|(?:крупнейш|наибольш|наименьш|новейш|старейш|важнейш)[а-яё]+';
const pattern = new RegExp(
  [
    `(?:with\\s+)?(?:the\\s+)?(?:most|fewest|least|(?:highest|largest|greatest|smallest|lowest)\\s+(?:number|count)\\s+of)\\s+(?:enrolled\\s+)?${people}(?![\\p{L}])`,
    `с(?:о)?\\s+(?:самым\\s+больш[а-яё]+|наибольш[а-яё]+|наименьш[а-яё]+)\\s+(?:числом|количеством)\\s+${people}`,
    `(?:${extreme}|${rank}|важн[а-яё]+)(?![\\p{L}-])(?=\\s+(?:(?!(?:of|in|for|with|on|and|or)\\s)[\\p{L}\\p{N}-]+\\s+){0,4}?${records})`,
    `(?<=(?:is|are|was|were)\\s+(?:the\\s+)?)(?:${extreme}|${rank})(?=\\s*(?:[?.!,]|$))`,
    `(?<=${records}[^.?!]*?(?:by|in order of)\\s+)(?:size|enrol\\w+|citations?|date)(?![\\p{L}])`,
    russian,
  ]
    .map((said) => `(?<![\\p{L}\\p{N}-])(?:${said})`)
    .join('|'),
  'giu',
);

export function readOrder(text: string): FoundOrder {
  const said: string[] = [];
  const rest = text.replaceAll(pattern, (words) => {
    said.push(words.trim().toLowerCase());
    return ' ';
  });
  return { said, rest };
}

const newest = /^(?:newest|latest|most recent|(?:сам[а-яё]+\s+)?(?:нов|свеж|последн)[а-яё]+)$/u;

/** The newest publications come first; no other order is there to ask for. */
export function listUnordered(said: readonly string[], intent: ResearchIntent): readonly string[] {
  return intent === 'recent_pubs_by_topic' ? said.filter((words) => !newest.test(words)) : said;
}
