import type { OwnTexts } from '../texts.ts';

export const audit: OwnTexts['audit'] = {
  description: 'Действия в организации, сначала новые.',
  action: 'Действие',
  anyAction: 'Все действия',
  anybody: 'Все',
  target: 'Объект',
  address: 'IP-адрес',
  nobody: 'Без входа',
  none: 'Записей пока нет',
  noneFit: 'Подходящих записей нет',
  gonePerson: 'Удалённый аккаунт',
};
