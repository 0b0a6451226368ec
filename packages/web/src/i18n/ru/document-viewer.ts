import type { Texts } from '../texts.ts';

export const documentViewer: Texts['documentViewer'] = {
  close: 'Закрыть источник',
  previous: 'Предыдущая цитата',
  next: 'Следующая цитата',
  place: (n, of) => `${n} из ${of}`,
  original: 'Открыть исходный файл',
  quote: 'Цитата',
  page: (page) => `Страница ${page}`,
  notMarked: 'Цитата не найдена в текущем тексте, поэтому ничего не выделено.',
  unsupported: 'Этот фрагмент не подтверждает утверждение.',
  closed: 'Документ недоступен',
  withheld_document_unavailable: 'Цитата скрыта: документ удалён или у вас больше нет доступа.',
  withheld_not_checked: 'Цитата скрыта: не удалось проверить доступ.',
  reading: 'Открытие источника',
  pdfFailed: 'Файл нельзя показать. Показан его текст.',
  asText: 'Текст',
  asPages: 'Страницы',
  asPicture: 'Изображение',
  view: 'Вид',
  larger: 'Увеличить',
  smaller: 'Уменьшить',
  zoom: (share) => `Масштаб: ${share}`,
  passage: 'Цитируемый фрагмент',
  sources: 'Источники',
  sourceOf: (n: number, title: string, page: number | null) =>
    `Источник ${n}: ${title}${page ? `, страница ${page}` : ''}`,
};
