import type { Texts } from '../en/index.ts';

export const documentViewer: Texts['documentViewer'] = {
  close: 'Закрыть источник',
  previous: 'Предыдущая ссылка',
  next: 'Следующая ссылка',
  place: (n, of) => `${n} из ${of}`,
  original: 'Открыть исходный файл',
  quote: 'Цитируемые слова',
  page: (page) => `Страница ${page}`,
  notMarked: 'Этих слов на странице сейчас нет, поэтому ничего не выделено.',
  unsupported: 'Утверждение в этом отрывке не найдено.',
  closed: 'Документ не показан',
  withheld_document_unavailable:
    'Цитата не показана: документ удалён или вам больше нельзя его читать.',
  withheld_not_checked: 'Цитата не показана: не удалось проверить право на чтение.',
  reading: 'Источник открывается',
  pdfFailed: 'Этот PDF здесь не отобразить. Вместо страниц показан его текст.',
  asText: 'Текстом',
  asPages: 'Страницами',
  view: 'Вид',
  larger: 'Страницы крупнее',
  smaller: 'Страницы мельче',
  zoom: (share) => `Размер страниц: ${share}`,
  passage: 'Цитируемый отрывок',
  sources: 'Источники',
  sourceOf: (n: number, title: string, page: number | null) =>
    `Источник ${n}: ${title}${page ? `, страница ${page}` : ''}`,
};
