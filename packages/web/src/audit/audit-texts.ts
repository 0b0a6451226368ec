import { defineTexts } from '../texts/define-texts.ts';

export const auditTexts = defineTexts({
  en: {
    title: 'Audit log',
    description: 'Who did what in this organisation, newest first.',
    action: 'Action',
    anyAction: 'Any action',
    person: 'Person',
    anybody: 'Anybody',
    when: 'When',
    target: 'On what',
    address: 'From where',
    nobody: 'nobody signed in',
    none: 'Nothing was noted yet',
    noneFit: 'Nothing fits among what is loaded.',
    older: 'Older ones',
  },
  ru: {
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
    noneFit: 'Среди загруженного подходящего нет.',
    older: 'Более старые',
  },
});
