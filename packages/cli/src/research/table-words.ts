/** Headings of a result, in the language of its answer. */
export const english = {
  trials: 'Trials',
  trialHeads: ['', 'NCT', 'Title', 'Status', 'Phases', 'People', 'Start', 'Publications'],
  publications: 'Publications',
  publicationHeads: ['', 'PMID', 'Title', 'Journal', 'Date', 'Trials'],
  retracted: 'RETRACTED',
  documents: 'Own documents',
  documentHeads: ['', 'Title', 'Page', 'Text'],
  disagreements: 'Disagreements',
  sources: 'Sources',
  page: 'page',
  unsupported: 'not found in the source',
};

export type TableWords = typeof english;

export const russian: TableWords = {
  trials: 'Исследования',
  trialHeads: ['', 'NCT', 'Название', 'Статус', 'Фазы', 'Участники', 'Начало', 'Публикации'],
  publications: 'Публикации',
  publicationHeads: ['', 'PMID', 'Название', 'Журнал', 'Дата', 'Исследования'],
  retracted: 'ОТОЗВАНА',
  documents: 'Собственные документы',
  documentHeads: ['', 'Название', 'Страница', 'Текст'],
  disagreements: 'Расхождения',
  sources: 'Источники',
  page: 'страница',
  unsupported: 'в источнике не найдено',
};
