import type { Texts } from '../en/index.ts';

export const approvals: Texts['approvals'] = {
  title: 'Ждут вашего решения',
  text: 'Агент хочет запустить эти инструменты от вашего имени.',
  until: (when) => `Откажет сам ${when}`,
  allow: 'Разрешить',
  refuse: 'Отказать',
  conversation: 'Открыть разговор',
  ofClient: 'от подключённого клиента',
};
