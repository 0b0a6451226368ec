import type { mcpApp as english } from '../en/mcp-app.ts';

export const mcpApp: typeof english = {
  waiting: 'Поиск по документам',
  failed: 'Поиск по документам не удался.',
  none: 'Подходящих документов нет.',
  reading: 'Документ открывается',
  unreadable: 'Документ недоступен. Показана цитата.',
  passageAlone: 'Этот клиент не может открывать документы. Показана цитата.',
  retry: 'Повторить',
  earlier: 'Предыдущий текст',
  later: 'Следующий текст',
  moreFailed: 'Не удалось загрузить текст. Повторите.',
  documentText: 'Текст документа',
};
