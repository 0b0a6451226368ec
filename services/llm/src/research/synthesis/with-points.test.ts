import { expect, it } from '@jest/globals';
import { withPoints } from './with-points.ts';

it.each([
  ['Потеря массы 3,47 кг', 'Потеря массы 3.47 кг'],
  ['Исследование фазы 2,3', 'Исследование фазы 2,3'],
  ['В группах 1,2 и 3', 'В группах 1,2 и 3'],
  ['Фаза: 2,3', 'Фаза: 2,3'],
  ['Enrolled 9,77', 'Enrolled 9,77'],
])('writes decimals with points and leaves lists: %s', (text, written) => {
  expect(withPoints(text)).toBe(written);
});
