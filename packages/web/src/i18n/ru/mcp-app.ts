import type { mcpApp as english } from '../en/mcp-app.ts';

export const mcpApp: typeof english = {
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
};
