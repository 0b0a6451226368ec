import type { OwnTexts } from '../texts.ts';

export const help: OwnTexts['help'] = {
  keyNames: {
    Ctrl: 'Ctrl',
    Shift: 'Shift',
    Enter: 'Enter',
    Space: 'Пробел',
    Tab: 'Tab',
    Esc: 'Esc',
  },
  title: 'Сочетания клавиш',
  note: 'Всё доступно с клавиатуры. На Mac используйте Cmd вместо Ctrl.',
  palette: 'Поиск страниц, чатов и команд',
  search: 'Поиск по документам',
  send: 'Отправить вопрос',
  newLine: 'Новая строка',
  choose: 'Выбрать документ в фокусе',
  chooseRange: 'Выбрать диапазон документов; также Shift + щелчок',
  undo: 'Отменить удаление или перемещение, пока показано уведомление',
  next: 'Следующая ссылка, кнопка или поле',
  previous: 'Предыдущая ссылка, кнопка или поле',
  close: 'Закрыть меню, окно или источник',
  help: 'Показать сочетания клавиш',
};
