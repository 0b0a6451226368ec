import { defineTexts } from '../texts/define-texts.ts';

export const readerTexts = defineTexts({
  en: {
    close: 'Close the source',
    previous: 'Previous citation',
    next: 'Next citation',
    place: (n: number, of: number) => `${n} of ${of}`,
    original: 'Open the original file',
    quote: 'The cited words',
    page: (page: number) => `Page ${page}`,
    notMarked: 'These words were not found on the page as it is now, so nothing is marked.',
    unsupported: 'The claim was not found in this passage.',
    closed: 'A document that is not shown',
    withheld_document_unavailable:
      'The quote is not shown: its document was deleted, or you may no longer read it.',
    withheld_not_checked: 'The quote is not shown: your right to read it could not be checked.',
    reading: 'Opening the source',
    pdfFailed: 'This PDF cannot be drawn here. Its text is shown instead.',
    asText: 'As text',
    asPages: 'As pages',
    view: 'View',
    passage: 'Cited passage',
    sources: 'Sources',
    sourceOf: (n: number, title: string, page: number | null) =>
      `Source ${n}: ${title}${page ? `, page ${page}` : ''}`,
  },
  ru: {
    close: 'Закрыть источник',
    previous: 'Предыдущая ссылка',
    next: 'Следующая ссылка',
    place: (n: number, of: number) => `${n} из ${of}`,
    original: 'Открыть исходный файл',
    quote: 'Цитируемые слова',
    page: (page: number) => `Страница ${page}`,
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
    passage: 'Цитируемый отрывок',
    sources: 'Источники',
    sourceOf: (n: number, title: string, page: number | null) =>
      `Источник ${n}: ${title}${page ? `, страница ${page}` : ''}`,
  },
});
