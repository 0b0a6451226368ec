import { trialStatusSchema } from '@lectern/contracts';
import type { AnswerLanguage, InEachLanguage } from '../answer-language.ts';

const statuses: Readonly<Record<string, InEachLanguage<string>>> = {
  ACTIVE_NOT_RECRUITING: { en: 'active, not recruiting', ru: 'идёт, набор закончен' },
  COMPLETED: { en: 'completed', ru: 'завершено' },
  ENROLLING_BY_INVITATION: { en: 'enrolling by invitation', ru: 'набор по приглашению' },
  NOT_YET_RECRUITING: { en: 'not yet recruiting', ru: 'набор ещё не начат' },
  RECRUITING: { en: 'recruiting', ru: 'идёт набор' },
  SUSPENDED: { en: 'suspended', ru: 'приостановлено' },
  TERMINATED: { en: 'terminated', ru: 'прекращено' },
  WITHDRAWN: { en: 'withdrawn', ru: 'отозвано' },
  UNKNOWN: { en: 'unknown', ru: 'неизвестно' },
};

export function describeStatus(status: string, language: AnswerLanguage): string {
  return statuses[status]?.[language] ?? status.toLowerCase().replaceAll('_', ' ');
}

/** What stands between the names of a list. */
export const joints: InEachLanguage<Readonly<Record<'and' | 'or' | 'nor' | 'not', string>>> = {
  en: { and: ' and ', or: ' or ', nor: ' or ', not: 'not ' },
  ru: { and: ' и ', or: ' или ', nor: ' и не ', not: 'не ' },
};

/** Of more than half of all statuses those that are left out are named: `not withdrawn`. */
export function describeStatuses(asked: readonly string[], language: AnswerLanguage): string {
  const others = trialStatusSchema.options.filter((status) => !asked.includes(status));
  const isMost = asked.length > others.length && others.length > 0;
  const { or, nor, not } = joints[language];
  const names = (isMost ? others : asked).map((status) => describeStatus(status, language));
  return isMost ? not + names.join(nor) : names.join(or);
}

const phases: InEachLanguage<{ none: string; word: string; early: string }> = {
  en: { none: 'no phase', word: 'Phase', early: 'Early Phase' },
  ru: { none: 'без фазы', word: 'фаза', early: 'ранняя фаза' },
};

export function describePhase(phase: string, language: AnswerLanguage): string {
  const { none, word, early } = phases[language];
  if (phase === 'NA') return none;
  const number = phase.replace(/^(EARLY_)?PHASE/, '');
  return `${phase.startsWith('EARLY_') ? early : word} ${number}`;
}

const written = { year: 'numeric', month: 'long', timeZone: 'UTC' } as const;
/** Made once: each takes a millisecond. */
const toFormats = (locale: string) => ({
  month: new Intl.DateTimeFormat(locale, written),
  day: new Intl.DateTimeFormat(locale, { ...written, day: 'numeric' }),
});
const dateFormats: InEachLanguage<ReturnType<typeof toFormats>> = {
  en: toFormats('en-GB'),
  ru: toFormats('ru-RU'),
};

/** A date as people write it, as exact as it is. */
export function describeDate(date: string, language: AnswerLanguage): string {
  const [year = '', month, day] = date.split('-');
  if (!month) return year;
  const format = dateFormats[language][day ? 'day' : 'month'];
  return format.format(new Date(Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1))));
}

/** The suite's own sentences in a research answer. */
export const words = {
  en: {
    trialsRead: (read: number) =>
      `Studies of ClinicalTrials.gov that match and were read: ${read}.`,
    ordered: {
      newest: 'The ones that started last come first.',
      oldest: 'The ones that started first come first.',
      largest: 'The ones with the most participants come first.',
      smallest: 'The ones with the fewest participants come first.',
    },
    publicationsRead: (read: number) => `Publications of PubMed that match and were read: ${read}.`,
    namedTrialsRead: (read: number) =>
      `Studies of ClinicalTrials.gov that are asked for by number and were read: ${read}.`,
    reportedTrialsRead: (read: number) =>
      `Studies of ClinicalTrials.gov that the records of these publications name and were read: ${read}.`,
    namedPublicationsRead: (read: number) =>
      `Publications of PubMed that are asked for by number and were read: ${read}.`,
    linkedPublicationsRead: (read: number) =>
      `Publications of PubMed that the records of these studies name and were read: ${read}.`,
    passagesRead: (read: number) => `Passages of the own documents that were read: ${read}.`,
    quoted: (title: string, sentence: string) => `“${title}”: “${sentence}”`,
    notLookedUp: 'Named in the own documents alone and not looked up:',
    more: (count: number) => `${count} more stand in the table.`,
    searchedInstead: (services: string, pairs: string) =>
      `In ${services} nothing was found as it is written; searched for ${pairs}.`,
    instead: (searched: string, written: string) => `${searched} instead of ${written}`,
    alike: (ids: string, names: string) =>
      `Studies like ${ids} were searched for by ${names}; what else they have in common was not looked at.`,
    noneAlike: 'No other study was found by these.',
    inAll: (total: number) => `The service counts ${total} in all.`,
    noTrials: 'No study was found in ClinicalTrials.gov.',
    noReported: 'The records of these publications name no study of ClinicalTrials.gov.',
    noneReported:
      'The records of these publications name no study of ClinicalTrials.gov, and no study there names them as its own.',
    namingTrialsRead: (read: number) =>
      `Studies of ClinicalTrials.gov that name these publications as their own and were read: ${read}.`,
    noOtherTrials: 'No other study was found in ClinicalTrials.gov.',
    noOtherPublications: 'No other publication was found in PubMed.',
    noPublications: 'No publication was found in PubMed.',
    noPassages: 'Nothing was found in the own documents.',
    unknownIds: (ids: readonly string[]) => `There is no record of ${ids.join(', ')}.`,
    nothing: 'Nothing was found that answers this question.',
    missing: (parts: string) => `Missing from this answer: ${parts}`,
    participants: (count: number) => `${count} participants`,
    start: (date: string) => `start ${date}`,
    sponsor: (name: string) => `sponsor ${name}`,
    whyStopped: (reason: string) => `reason: ${reason}`,
    linked: (pmids: readonly string[]) =>
      `publications: ${pmids.map((id) => `PMID ${id}`).join(', ')}`,
    retracted: 'This publication was retracted.',
    disagree: 'The sources disagree; see the table.',
    removed: (count: number) =>
      `Statements removed because no fetched record bears them out: ${count}.`,
  },
  ru: {
    trialsRead: (read: number) => `Подходящих исследований ClinicalTrials.gov прочитано: ${read}.`,
    ordered: {
      newest: 'Сначала начатые позже других.',
      oldest: 'Сначала начатые раньше других.',
      largest: 'Сначала те, где участников больше всего.',
      smallest: 'Сначала те, где участников меньше всего.',
    },
    publicationsRead: (read: number) => `Подходящих публикаций PubMed прочитано: ${read}.`,
    namedTrialsRead: (read: number) =>
      `Названных по номеру исследований ClinicalTrials.gov прочитано: ${read}.`,
    reportedTrialsRead: (read: number) =>
      `Исследований ClinicalTrials.gov, названных в записях этих публикаций, прочитано: ${read}.`,
    namedPublicationsRead: (read: number) =>
      `Названных по номеру публикаций PubMed прочитано: ${read}.`,
    linkedPublicationsRead: (read: number) =>
      `Публикаций PubMed, названных в записях этих исследований, прочитано: ${read}.`,
    passagesRead: (read: number) => `Отрывков собственных документов прочитано: ${read}.`,
    quoted: (title: string, sentence: string) => `«${title}»: «${sentence}»`,
    notLookedUp: 'Названы только в собственных документах и не проверены:',
    more: (count: number) => `Ещё в таблице: ${count}.`,
    searchedInstead: (services: string, pairs: string) =>
      `В ${services} так, как написано, ничего не нашлось; искалось ${pairs}.`,
    instead: (searched: string, written: string) => `${searched} вместо ${written}`,
    alike: (ids: string, names: string) =>
      `Похожие на ${ids} исследования искались по названиям: ${names}; что ещё у них общего, не рассматривалось.`,
    noneAlike: 'Других исследований по ним не найдено.',
    inAll: (total: number) => `Всего, по данным службы: ${total}.`,
    noTrials: 'В ClinicalTrials.gov исследований не найдено.',
    noReported: 'Записи этих публикаций не называют исследований ClinicalTrials.gov.',
    noneReported:
      'Записи этих публикаций не называют исследований ClinicalTrials.gov, и ни одно исследование там не называет их своими.',
    namingTrialsRead: (read: number) =>
      `Исследований ClinicalTrials.gov, называющих эти публикации своими, прочитано: ${read}.`,
    noOtherTrials: 'Других исследований в ClinicalTrials.gov не найдено.',
    noOtherPublications: 'Других публикаций в PubMed не найдено.',
    noPublications: 'В PubMed публикаций не найдено.',
    noPassages: 'В собственных документах ничего не найдено.',
    unknownIds: (ids: readonly string[]) => `Записей ${ids.join(', ')} нет.`,
    nothing: 'Ничего, что отвечало бы на этот вопрос, не найдено.',
    missing: (parts: string) => `В этом ответе недостаёт: ${parts}`,
    participants: (count: number) => `участников: ${count}`,
    start: (date: string) => `начало ${date}`,
    sponsor: (name: string) => `спонсор ${name}`,
    whyStopped: (reason: string) => `причина: ${reason}`,
    linked: (pmids: readonly string[]) =>
      `публикации: ${pmids.map((id) => `PMID ${id}`).join(', ')}`,
    retracted: 'Эта публикация отозвана.',
    disagree: 'Источники расходятся, см. таблицу.',
    removed: (count: number) =>
      `Удалено утверждений, которые не подтверждает ни одна полученная запись: ${count}.`,
  },
} as const;
