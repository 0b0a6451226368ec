import { expect, it } from '@jest/globals';
import { createCollectionSchema } from '@lectern/contracts';
import { toCollectionName } from './collection-name.ts';

it.each([
  ['two  blanks', 'two blanks'],
  [' at its ends\t', 'at its ends'],
  ['cafe\u0301', 'café'],
  ['unseen\u200bsign', 'unseensign'],
  ['..', '..'],
  ['a'.repeat(300), 'a'.repeat(200)],
  [`${'a'.repeat(199)} b`, 'a'.repeat(199)],
  [`${'a'.repeat(199)}😀`, 'a'.repeat(199)],
])('the folder %j becomes a collection by the name that the suite keeps', (folder, name) => {
  expect(toCollectionName(folder)).toBe(name);
  expect(createCollectionSchema.parse({ name }).name).toBe(name);
});

it.each(['  ', '\u200b', '\u2800'])('a folder that nobody can see becomes none: %j', (folder) => {
  expect(toCollectionName(folder)).toBeUndefined();
});
