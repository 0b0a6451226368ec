import type { ResearchFrame, Trial, TrialDate } from '@lectern/contracts';
import type { AnswerLanguage, InEachLanguage } from '../answer-language.ts';
import { describeDate } from './words.ts';

export const dateNames = {
  en: {
    start: 'start',
    primary_completion: 'primary completion',
    completion: 'completion',
    updated: 'last update',
    first_posted: 'first posted',
    results_posted: 'results posted',
  },
  ru: {
    start: 'начало',
    primary_completion: 'первичное завершение',
    completion: 'завершение',
    updated: 'последнее обновление',
    first_posted: 'первое размещение',
    results_posted: 'размещение результатов',
  },
} as const satisfies InEachLanguage<Readonly<Record<TrialDate, string>>>;

const notKnown: InEachLanguage<string> = {
  en: 'not known from what was read',
  ru: 'из прочитанного не известно',
};
const when = '(?<![\\p{L}])(?:when|how soon|until when|когда|до какого)[^.?!]*?';
/** What else than its beginning a question asks of a study. */
const asked: readonly (readonly [TrialDate, RegExp])[] = [
  ['primary_completion', /primary completion date|дат[а-яё]* первичн[а-яё]* заверш/iu],
  [
    'completion',
    new RegExp(
      `${when}(?<![\\p{L}])(?:finish\\w*|ends?|ended|complet\\w*|conclud\\w*|over|заверш[а-яё]*|законч[а-яё]*|заканчив[а-яё]*|оконч[а-яё]*)(?![\\p{L}])|(?<!primary )(?:completion|end) date|дат[а-яё]* (?:заверш|оконч)`,
      'iu',
    ),
  ],
  ['updated', new RegExp(`${when}(?<![\\p{L}])(?:updated|обновл[а-яё]*)|last update`, 'iu')],
  [
    'first_posted',
    new RegExp(`${when}(?<![\\p{L}])(?:registered|first posted|зарегистрир[а-яё]*)`, 'iu'),
  ],
];

export function dateOf(trial: Trial, kind: TrialDate): string | null {
  const dates: Readonly<Record<TrialDate, string | null>> = {
    start: trial.start_date,
    primary_completion: trial.primary_completion_date,
    completion: trial.completion_date,
    first_posted: trial.first_posted,
    results_posted: trial.results_posted,
    updated: trial.last_update,
  };
  return dates[kind];
}

/** The dates of a study that a question asks for or filters by; its beginning is always told. */
export function tellAskedDates(
  trial: Trial,
  { query, frame }: { readonly query: string; readonly frame: ResearchFrame | null },
  language: AnswerLanguage,
): readonly string[] {
  const filtered = frame?.filters.date_of ?? null;
  const isNamed = frame?.entities.nct_ids.includes(trial.nct_id) ?? false;
  const named = isNamed ? asked.flatMap(([kind, said]) => (said.test(query) ? [kind] : [])) : [];
  const isTold = filtered === null || filtered === 'published' || filtered === 'start';
  const kinds = new Set<TrialDate>(isTold ? named : [filtered, ...named]);
  return [...kinds].map((kind) => {
    const name = dateNames[language][kind];
    const date = dateOf(trial, kind);
    return date ? `${name} ${describeDate(date, language)}` : `${name}: ${notKnown[language]}`;
  });
}
