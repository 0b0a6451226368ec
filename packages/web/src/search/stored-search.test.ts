import { expect, test } from '@jest/globals';
import { newForm, readForm, readWords } from './stored-search.ts';

test('a form that was kept is read as it was', () => {
  const form = {
    ...newForm,
    scope: { collectionIds: ['a'], documents: [{ id: 'd', title: 'Lamp' }] },
    conditions: [{ field: 'year', op: 'gte' as const, value: '2024' }],
    settings: { ...newForm.settings, mode: 'dense' as const, limit: 200 },
    compares: true,
  };
  expect(readForm(JSON.stringify(form))).toEqual(form);
});

test.each([
  undefined,
  '',
  '{',
  'null',
  '7',
  JSON.stringify({ ...newForm, scope: undefined }),
  JSON.stringify({ ...newForm, conditions: [{ field: 'year', op: 'like', value: '1' }] }),
  JSON.stringify({ ...newForm, settings: { ...newForm.settings, limit: 0 } }),
])('%j is read as a new form', (stored) => {
  expect(readForm(stored)).toEqual(newForm);
});

test('words are read as they were, and what is no text as none', () => {
  expect(readWords(JSON.stringify('a "phrase"'))).toBe('a "phrase"');
  expect(readWords('{"a":1}')).toBe('');
  expect(readWords('lamp')).toBe('');
  expect(readWords(undefined)).toBe('');
});
