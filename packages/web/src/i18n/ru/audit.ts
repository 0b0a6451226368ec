import type { Texts } from '../en/index.ts';

export const audit: Texts['audit'] = {
  title: 'Журнал действий',
  description: 'Кто что сделал в этой организации, сначала новое.',
  action: 'Действие',
  anyAction: 'Любое действие',
  person: 'Человек',
  anybody: 'Любой',
  when: 'Когда',
  target: 'Над чем',
  address: 'Откуда',
  nobody: 'без входа',
  none: 'Пока ничего не записано',
  noneFit: 'Подходящего нет',
  gonePerson: 'удалённая учётная запись',
  older: 'Более старые',
};
