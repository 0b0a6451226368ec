import type { Texts } from '../en/index.ts';

export const toolFailures: Texts['toolFailures'] = {
  confirmation_required: 'Для вызова нужно согласие человека, а спросить некого.',
  invalid_arguments: 'Он вызван со значениями, которых не принимает.',
  not_allowed: 'Вызывать его здесь нельзя.',
  unknown_tool: 'На его сервере такого инструмента нет.',
  server_unavailable: 'Его сервер недоступен.',
  timeout: 'Он не ответил вовремя.',
  result_too_large: 'Его ответ слишком длинный, чтобы прочесть целиком.',
  tool_error: 'Инструмент ответил ошибкой.',
  declined: 'Вы отказали в вызове.',
  interrupted: 'Вызов оборвался; выполнен ли он, неизвестно.',
};
