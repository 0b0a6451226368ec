import type { Sentences } from './sentences.ts';

const plural = new Intl.PluralRules('ru');

export const ru: Sentences = {
  abstained: 'В документах нет ответа на этот вопрос.',
  retrievalUnavailable:
    'Сейчас не получается выполнить поиск по базе знаний, поэтому я не могу ответить. Попробуйте ещё раз позже.',
  searching: 'Ищу информацию в базе знаний',
  found: (count) => {
    if (count === 0) return 'Статьи не найдены';
    switch (plural.select(count)) {
      case 'one':
        return `Найдена ${count} статья`;
      case 'few':
        return `Найдено ${count} статьи`;
      default:
        return `Найдено ${count} статей`;
    }
  },
  searchFailed: 'Не удалось завершить поиск',
  calling: (tool) => `Вызываю ${tool}`,
  called: (tool) => `Получен ответ от ${tool}`,
  callFailed: (tool) => `Не удалось вызвать ${tool}`,
  outcomeUnknown: (tool) =>
    `Инструмент ${tool} был вызван, но не ответил: неизвестно, выполнено ли то, ради чего он был вызван.`,
  declined: (tool) => `Вы отклонили вызов, поэтому ${tool} не был вызван.`,
  needsConsent: (tool) =>
    `Для вызова ${tool} нужно согласие человека, а спросить его здесь нельзя, поэтому вызов не был сделан.`,
  changedMeanwhile: (tool) =>
    `${tool} или его сервер тем временем изменился, поэтому вызов не был сделан. Спросите ещё раз, если он нужен.`,
  greeting: 'Здравствуйте! Спросите что-нибудь о документах вашей команды, и я поищу в них ответ.',
  whichServer: (servers) => `Какой из этих серверов использовать: ${servers.join(', ')}?`,
  whichArguments: ({ server, tool, names }) =>
    `Подходит ${tool} сервера ${server}, но я не могу заполнить его аргументы. Укажите их: ${names.join(', ')}.`,
  onPage: (page) => `с. ${page}`,
  unsupported: 'В источнике этого нет.',
  withheld: {
    document_unavailable: 'Цитата не показана: документ удалён или вам больше нельзя его читать.',
    not_checked: 'Цитата не показана: не удалось узнать, можно ли вам ещё читать этот документ.',
  },
  unanswered: 'Ответа нет.',
};
