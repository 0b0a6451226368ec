import type { Translations } from '../texts.ts';

export const usage: Translations['usage'] = {
  title: 'Nutzung',
  description: 'Modellaufrufe und Token der Organisation und ihre Budgets.',
  ownDescription: 'Ihre Modellaufrufe und Token und die Budgets, die für Sie gelten.',
  total: (calls, tokensIn, tokensOut) =>
    `Aufrufe: ${calls}. Eingabetoken: ${tokensIn}, Ausgabetoken: ${tokensOut}.`,
  totalCost: (cost) => `Kosten zu heutigen Preisen: ${cost}.`,
  estimated: (calls) =>
    `Aufrufe mit geschätzten Token: ${calls}. Der Anbieter hat sie nicht gezählt.`,
  tokensByDay: 'Token pro Tag',
  tokensIn: 'Eingabetoken',
  tokensOut: 'Ausgabetoken',
  nothing: 'In diesem Zeitraum wurde kein Modell aufgerufen.',
  noTokens: 'In diesem Zeitraum wurden keine Token verbraucht.',
  byModel: 'Nach Modell',
  byPerson: 'Nach Person',
  person: 'Person',
  team: 'Ihr Team',
  formerMembers: 'Ehemalige Mitglieder',
  calls: 'Aufrufe',
  failedCalls: 'Fehlgeschlagen',
  cost: 'Kosten',
  budgets: 'Tokenbudgets',
  budgetsText:
    'Ist ein Budget aufgebraucht, werden Modelle bis zum nächsten Zeitraum nicht aufgerufen. Das eingebaute Modell antwortet weiter.',
  noBudgets: 'Token sind nicht begrenzt.',
  organisation: 'Ganze Organisation',
  aDay: 'pro Tag',
  aMonth: 'pro Monat',
  left: (left, limit, resets) => `noch ${left} von ${limit} bis ${resets}`,
  removeBudget: (budget) => `Budget entfernen: ${budget}`,
  limitFor: 'Gilt für',
  maxTokens: 'Ein- und Ausgabetoken',
  setBudget: 'Budget festlegen',
};
