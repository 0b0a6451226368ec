import type { Texts } from '../texts.ts';
import { plural } from './plural.ts';

export const approvals: Texts['approvals'] = {
  title: 'Ожидают вашего подтверждения',
  text: 'Агент хочет выполнить эти инструменты от вашего имени.',
  until: (when) => `Истекает ${when}`,
  omitted: (count) =>
    `Не показано из-за слишком длинных параметров: ${plural(count, ['вызов', 'вызова', 'вызовов'])} от подключённых клиентов.`,
  allow: 'Разрешить',
  refuse: 'Отклонить',
  conversation: 'Открыть чат',
  ofClient: 'От подключённого клиента',
};
