import type { OwnTexts } from '../texts.ts';

export const usage: OwnTexts['usage'] = {
  title: 'Расход',
  description: 'Вызовы моделей и токены организации, а также её бюджеты.',
  ownDescription: 'Ваши вызовы моделей и токены, а также действующие для вас бюджеты.',
  total: (calls, tokensIn, tokensOut) =>
    `Вызовов: ${calls}. Входящих токенов: ${tokensIn}, исходящих: ${tokensOut}.`,
  totalCost: (cost) => `Стоимость по текущим ценам: ${cost}.`,
  estimated: (calls) =>
    `Вызовов с приблизительной оценкой токенов: ${calls}. Провайдер их не подсчитал.`,
  tokensByDay: 'Токены по дням',
  tokensIn: 'Входящие токены',
  tokensOut: 'Исходящие токены',
  nothing: 'За этот период модели не вызывались.',
  noTokens: 'За этот период токены не расходовались.',
  byModel: 'По моделям',
  byPerson: 'По людям',
  person: 'Участник',
  team: 'Ваша команда',
  formerMembers: 'Бывшие участники',
  calls: 'Вызовы',
  failedCalls: 'С ошибкой',
  cost: 'Стоимость',
  budgets: 'Бюджеты токенов',
  budgetsText:
    'Когда бюджет исчерпан, модели не вызываются до следующего периода. Встроенная модель продолжает отвечать.',
  noBudgets: 'Токены не ограничены.',
  organisation: 'Вся организация',
  aDay: 'в день',
  aMonth: 'в месяц',
  left: (left, limit, resets) => `Осталось ${left} из ${limit} до ${resets}`,
  removeBudget: (budget) => `Удалить бюджет: ${budget}`,
  limitFor: 'На кого действует',
  maxTokens: 'Входящие и исходящие токены',
  setBudget: 'Задать бюджет',
};
