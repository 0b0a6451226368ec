import type { OwnTexts } from '../texts.ts';

export const toolFailures: OwnTexts['toolFailures'] = {
  confirmation_required: 'Вызов требует подтверждения, а спросить некого.',
  invalid_arguments: 'Некорректные аргументы.',
  not_allowed: 'Вызов здесь не разрешён.',
  unknown_tool: 'На сервере нет такого инструмента.',
  server_unavailable: 'Сервер недоступен.',
  timeout: 'Сервер не ответил вовремя.',
  result_too_large: 'Результат слишком большой, чтобы прочитать его целиком.',
  tool_error: 'Инструмент вернул ошибку.',
  declined: 'Вы отклонили вызов.',
  interrupted: 'Вызов прерван. Неизвестно, был ли он выполнен.',
};
