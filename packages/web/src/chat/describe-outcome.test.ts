import { describe, expect, it } from '@jest/globals';
import { describeOutcome } from './describe-outcome.ts';

const formats = { number: String };

describe('describeOutcome', () => {
  it.each([
    ['articles: 5, passages: 9', 'Articles: 5, passages: 9', 'Документов: 5, отрывков: 9'],
    ['12 rows', 'Rows: 12', 'Строк: 12'],
    ['characters: 480', 'Characters: 480', 'Знаков: 480'],
    [
      'search_unavailable',
      'The search index is away or being rebuilt. Try again in a moment.',
      'Поисковый индекс недоступен или строится заново. Повторите через минуту.',
    ],
    ['tool_error', 'The tool answered with an error.', 'Инструмент ответил ошибкой.'],
    ['server_unavailable', 'Its server cannot be reached.', 'Его сервер недоступен.'],
    ['timeout', 'It did not answer in time.', 'Он не ответил вовремя.'],
    ['declined', 'You refused the call.', 'Вы отказали в вызове.'],
    ['Stopped', '', ''],
    ['5 of 7 rows', '5 of 7 rows', '5 of 7 rows'],
  ])('tells %s', (summary, en, ru) => {
    expect(describeOutcome(summary, 'en', formats)).toBe(en);
    expect(describeOutcome(summary, 'ru', formats)).toBe(ru);
  });
});
