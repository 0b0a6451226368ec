import { defineTexts } from '../i18n/define-texts.ts';

export const organisationTexts = defineTexts({
  en: {
    newOrganisation: 'New organisation',
    newText:
      'It shares nothing with the others: it has its own people, documents, keys and conversations. You become its owner.',
    name: 'Name of the organisation',
    organisation: 'Organisation',
    leave: 'Leave',
    leaveTitle: (name: string) => `Leave ${name}?`,
    leaveText:
      'Your keys in it stop at once, and you come back only by a new invitation. Documents that you added stay.',
    remove: 'Delete for everybody',
    removeTitle: (name: string) => `Delete ${name}?`,
    removeText:
      'Its documents, conversations, keys and members are gone for everybody, and nothing brings them back.',
    password: 'Your password',
    offerTools: 'Offer tools of outside servers to agents',
    offerToolsText:
      'Agents that are connected to the suite find and call them by search_tools and call_tool.',
  },
  ru: {
    newOrganisation: 'Новая организация',
    newText:
      'С другими у неё нет ничего общего: свои люди, документы, ключи и разговоры. Вы станете её владельцем.',
    name: 'Название организации',
    organisation: 'Организация',
    leave: 'Покинуть',
    leaveTitle: (name: string) => `Покинуть «${name}»?`,
    leaveText:
      'Ваши ключи в ней сразу перестанут работать, а вернуться можно только по новому приглашению. Добавленные вами документы останутся.',
    remove: 'Удалить для всех',
    removeTitle: (name: string) => `Удалить «${name}»?`,
    removeText:
      'Её документы, разговоры, ключи и участники исчезнут для всех, и вернуть их будет нельзя.',
    password: 'Ваш пароль',
    offerTools: 'Предлагать агентам инструменты внешних серверов',
    offerToolsText: 'Подключённые агенты находят и вызывают их через search_tools и call_tool.',
  },
});
