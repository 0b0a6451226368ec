import type { Texts } from '../texts.ts';

export const audit: Texts['audit'] = {
  title: 'Журнал действий',
  description: 'Действия в организации, сначала новые.',
  action: 'Действие',
  anyAction: 'Все действия',
  person: 'Участник',
  anybody: 'Все',
  when: 'Время',
  target: 'Объект',
  address: 'IP-адрес',
  nobody: 'Без входа',
  none: 'Записей пока нет',
  noneFit: 'Подходящих записей нет',
  gonePerson: 'Удалённый аккаунт',
  older: 'Показать ещё',
};
