import { defineTexts } from '../i18n/define-texts.ts';

/** Of the evidence pane in other clients. */
export const appTexts = defineTexts({
  en: {
    waiting: 'Looking in the documents',
    failed: 'The documents could not be searched.',
    none: 'Nothing in the documents was found for this.',
    reading: 'Opening the document',
    unreadable: 'The document cannot be opened now. These are the words that were found.',
    passageAlone: 'This client opens no documents here. These are the words that were found.',
    retry: 'Try again',
    earlier: 'Earlier text',
    later: 'Later text',
    moreFailed: 'More of the text could not be read. Try again.',
    documentText: 'Text of the document',
  },
  ru: {
    waiting: 'Ищем в документах',
    failed: 'Поиск по документам не удался.',
    none: 'В документах ничего подходящего не нашлось.',
    reading: 'Документ открывается',
    unreadable: 'Документ сейчас не открыть. Вот найденные слова.',
    passageAlone: 'Этот клиент не открывает здесь документы. Вот найденные слова.',
    retry: 'Повторить',
    earlier: 'Текст выше',
    later: 'Текст ниже',
    moreFailed: 'Ещё текста прочитать не удалось. Попробуйте снова.',
    documentText: 'Текст документа',
  },
});
