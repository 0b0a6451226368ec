import { describe, expect, it } from '@jest/globals';
import { asksToCompute } from './asks-to-compute.ts';

describe('asksToCompute', () => {
  it.each([
    'How many orders are open?',
    'What is the mean age by team?',
    'Mean salary of the teams',
    '¿Cuál es la media de ventas?',
    'Сколько заказов открыто?',
  ])('takes "%s" for one that wants a figure', (question) => {
    expect(asksToCompute(question)).toBe(true);
  });

  it.each([
    'Which codes mean an error?',
    'What does each status mean?',
    'Which media are allowed?',
    'Which countries are listed?',
  ])('takes "%s" for none', (question) => {
    expect(asksToCompute(question)).toBe(false);
  });
});
