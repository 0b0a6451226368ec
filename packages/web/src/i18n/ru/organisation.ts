import type { OwnTexts } from '../texts.ts';

export const organisation: OwnTexts['organisation'] = {
  newText: 'У неё свои участники, документы, ключи и чаты. Вы станете её владельцем.',
  name: 'Название организации',
  organisation: 'Организация',
  danger: 'Опасные действия',
  yourRole: (role, rights) => `Ваша роль: ${role}. ${rights}`,
  leave: 'Выйти',
  leaveTitle: (name) => `Выйти из «${name}»?`,
  leaveText:
    'Ваши ключи API сразу перестанут работать. Вернуться можно только по приглашению. Ваши документы останутся.',
  remove: 'Удалить организацию',
  removeTitle: (name) => `Удалить «${name}»?`,
  removeText: 'Все документы, чаты, ключи и участники будут удалены безвозвратно.',
  password: 'Ваш пароль',
  offerTools: 'Предлагать агентам инструменты внешних серверов',
  offerToolsText: 'Подключённые агенты находят и вызывают их через search_tools и call_tool.',
};
