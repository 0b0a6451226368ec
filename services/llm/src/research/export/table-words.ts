import type { InEachLanguage } from '../answer-language.ts';
import { describePhase, describeStatus } from '../synthesis/words.ts';

/** Headings of a run's tables and of their columns. */
export const tableWords = {
  en: {
    trials: 'Trials',
    trialHeads: [
      'n',
      'NCT',
      'Title',
      'Status',
      'Phases',
      'Sponsor',
      'Participants',
      'Start',
      'Publications',
    ],
    publications: 'Publications',
    publicationHeads: ['n', 'PMID', 'Title', 'Journal', 'Date', 'DOI', 'Trials', 'Retracted'],
    yes: 'yes',
    documents: 'Own documents',
    documentHeads: ['n', 'Title', 'Page', 'Text'],
    disagreements: 'Disagreements',
    disagreementHeads: ['About', 'Source', 'Says'],
    sources: 'Sources',
    /** As the registry writes them. */
    status: (code: string) => code,
    phase: (code: string) => code,
  },
  ru: {
    trials: 'Исследования',
    trialHeads: [
      'n',
      'NCT',
      'Название',
      'Статус',
      'Фазы',
      'Спонсор',
      'Участники',
      'Начало',
      'Публикации',
    ],
    publications: 'Публикации',
    publicationHeads: [
      'n',
      'PMID',
      'Название',
      'Журнал',
      'Дата',
      'DOI',
      'Исследования',
      'Отозвана',
    ],
    yes: 'да',
    documents: 'Собственные документы',
    documentHeads: ['n', 'Название', 'Страница', 'Текст'],
    disagreements: 'Расхождения',
    disagreementHeads: ['О чём', 'Источник', 'Говорит'],
    sources: 'Источники',
    status: (code: string) => describeStatus(code, 'ru'),
    phase: (code: string) => describePhase(code, 'ru'),
  },
} as const satisfies InEachLanguage<object>;
