import type { Texts } from '../en/index.ts';

export const approvals: Texts['approvals'] = {
  title: 'Ожидают вашего подтверждения',
  text: 'Агент хочет выполнить эти инструменты от вашего имени.',
  until: (when) => `Истекает ${when}`,
  allow: 'Разрешить',
  refuse: 'Отклонить',
  conversation: 'Открыть чат',
  ofClient: 'От подключённого клиента',
};
