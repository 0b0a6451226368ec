import type { ResearchFrame, Warning } from '@lectern/contracts';
import { type InEachLanguage, languageOf } from '../answer-language.ts';
import { inPlainWords } from './in-plain-words.ts';
import { readDateKind } from './read-date-kind.ts';
import { dateAssumed } from './warn-of-dates.ts';

/** Of a date that one of the services asked has no field for, so that its records are of any date. */
export const dateNotApplied = 'date_not_applied';

const messages: Readonly<Record<'studies' | 'publications', InEachLanguage<string>>> = {
  studies: {
    en: 'A study has no date of publication: the date limits the publications alone, and studies of any date were searched for. Ask when they started or were completed to limit them.',
    ru: 'У исследования нет даты публикации: дата ограничивает только публикации, а исследования искались за любое время. Чтобы ограничить их, спросите, когда они начаты или завершены.',
  },
  publications: {
    en: 'A publication has no such date: publications of any date were searched for. Ask when they were published to limit them.',
    ru: 'У публикации нет такой даты: публикации искались за любое время. Чтобы ограничить их, спросите, когда они опубликованы.',
  },
};

const oneDate: InEachLanguage<string> = {
  en: 'A publication has one date, and the time was taken for that: publications of this time were searched for.',
  ru: 'У публикации одна дата, и время отнесено к ней: искались публикации этого времени.',
};

/** Says which records a date of another kind does not limit, or limits by another one. */
export function warnOfDateKind(
  { intent, filters }: Pick<ResearchFrame, 'intent' | 'filters'>,
  query: string,
): Warning[] {
  const { date_from, date_to, date_of, include_publications } = filters;
  if (!(date_from ?? date_to)) return [];
  const isAboutStudies = intent === 'indication_phase_trials' || intent === 'trials_with_pubs';
  const isAboutPublications = intent === 'recent_pubs_by_topic' || include_publications;
  const language = languageOf(query);
  if (date_of === null) {
    const { kind } = readDateKind(inPlainWords(query));
    const isOther = kind !== null && kind !== 'published';
    return isAboutPublications && isOther
      ? [{ code: dateAssumed, message: oneDate[language] }]
      : [];
  }
  const isOfBoth = isAboutPublications || intent === 'trials_with_pubs';
  const records =
    date_of === 'published' ? isAboutStudies && 'studies' : isOfBoth && 'publications';
  return records ? [{ code: dateNotApplied, message: messages[records][language] }] : [];
}
