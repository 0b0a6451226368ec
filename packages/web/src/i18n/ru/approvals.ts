import type { OwnTexts } from '../texts.ts';
import { plural } from './plural.ts';

export const approvals: OwnTexts['approvals'] = {
  title: 'Ожидают вашего подтверждения',
  text: 'Агент хочет выполнить эти инструменты от вашего имени.',
  omitted: (count) =>
    `Не показано из-за слишком длинных параметров: ${plural(count, ['вызов', 'вызова', 'вызовов'])} от подключённых клиентов.`,
  conversation: 'Открыть чат',
  ofClient: 'От подключённого клиента',
};
