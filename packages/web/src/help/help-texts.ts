import { defineTexts } from '../i18n/define-texts.ts';

export const helpTexts = defineTexts({
  en: {
    title: 'Keyboard shortcuts',
    note: 'Everything can be reached by keyboard. On a Mac, Cmd takes the place of Ctrl.',
    palette: 'Pages, conversations and commands by name',
    newChat: 'A new chat',
    search: 'Search the documents',
    send: 'Send the question',
    newLine: 'A new line in the question',
    choose: 'Choose the document whose box has the focus',
    chooseRange: 'Choose all documents from the one chosen last; Shift with a click does the same',
    undo: 'Take a delete or a move back while its notice is shown',
    next: 'To the next link, button or field',
    previous: 'To the one before',
    close: 'Close a menu, a dialog or the source',
  },
  ru: {
    title: 'Сочетания клавиш',
    note: 'Всё доступно с клавиатуры. На Mac вместо Ctrl — Cmd.',
    palette: 'Страницы, разговоры и команды по названию',
    newChat: 'Новый разговор',
    search: 'Поиск в документах',
    send: 'Отправить вопрос',
    newLine: 'Новая строка в вопросе',
    choose: 'Выбрать документ, на чьей галочке фокус',
    chooseRange: 'Выбрать все документы от выбранного последним; то же — щелчок с Shift',
    undo: 'Вернуть удаляемое или перемещённое, пока видно сообщение об этом',
    next: 'К следующей ссылке, кнопке или полю',
    previous: 'К предыдущей',
    close: 'Закрыть меню, окно или источник',
  },
});
