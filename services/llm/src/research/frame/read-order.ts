import type { ResearchIntent, TrialOrder } from '@lectern/contracts';

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
const measure = `(?:size|enrol\\w+|(?:the\\s+)?number\\s+of\\s+${people}|(?:(?:the|their|start(?:ing)?)\\s+)*date|citations?)(?:,?\\s+(?:${extreme})\\s+first)?`;
const russianMeasure = `(?:размеру|(?:числу|количеству)\\s+${people}|дате(?:\\s+начала)?)`;
const pattern = new RegExp(
  [
    `(?:sort|order|rank|arrang)\\w*\\s+(?:them\\s+)?(?:by|in order of)\\s+${measure}(?![\\p{L}])`,
    `(?:${extreme})\\s+first(?![\\p{L}])`,
    `(?:(?:от|рас)?сортир[а-яё]+|упорядоч[а-яё]+)\\s+по\\s+${russianMeasure}(?![\\p{L}])|(?<=${records}[^.?!]*\\s)по\\s+${russianMeasure}(?![\\p{L}])`,
    `(?:with\\s+)?(?:the\\s+)?(?:most|fewest|least|(?:highest|largest|greatest|smallest|lowest)\\s+(?:number|count)\\s+of)\\s+(?:enrolled\\s+)?${people}(?![\\p{L}])`,
    `с(?:о)?\\s+(?:самым\\s+больш[а-яё]+|наибольш[а-яё]+|наименьш[а-яё]+)\\s+(?:числом|количеством)\\s+${people}`,
    `(?:${extreme}|${rank}|важн[а-яё]+)(?![\\p{L}-])(?=\\s+(?:(?!(?:of|in|for|with|on|and|or)\\s)[\\p{L}\\p{N}-]+\\s+){0,4}?${records})`,
    `(?:${extreme})(?=\\s*(?:,|,?\\s+and)\\s+(?:the\\s+)?(?:${extreme})(?![\\p{L}-]))`,
    `(?<=(?:is|are|was|were)\\s+(?:the\\s+)?)(?:${extreme}|${rank})(?=\\s*(?:[?.!,]|$))`,
    `(?<=${records}[^.?!]*?(?:by|in order of)\\s+)${measure}(?![\\p{L}])`,
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

/** What of an order is told: the newest publications come first, and no other order is there to ask for. */
export function listUnordered(said: readonly string[], intent: ResearchIntent): readonly string[] {
  return intent === 'recent_pubs_by_topic' ? said.filter((words) => !newest.test(words)) : said;
}

/** By words that ask for an order of studies; `sorted by date, oldest first` is the second. */
const trialOrders: readonly (readonly [TrialOrder, RegExp])[] = [
  ['oldest', /oldest|earliest|стар|ранн/u],
  ['smallest', /smallest|fewest|lowest|(?:^|\s)least(?! cited)|мал|наименьш/u],
  [
    'largest',
    /largest|biggest|size|enrol|(?:most|number|count).*\s(?:p|subj)|больш|крупн|размер|числу|количеств/u,
  ],
  ['newest', /newest|latest|recent|date|нов|свеж|последн|дате/u],
];

export interface FoundTrialOrder {
  readonly order: TrialOrder | null;
  /** Words for another order, which the registry has none of or which comes second. */
  readonly aside: readonly string[];
}

/** The order in which studies are asked for. */
export function readTrialOrder(said: readonly string[]): FoundTrialOrder {
  const read = said.map((words) => trialOrders.find(([, pattern]) => pattern.test(words))?.[0]);
  const order = read.find((one) => one !== undefined) ?? null;
  return { order, aside: said.filter((_, index) => order === null || read[index] !== order) };
}
