import { expect, it } from '@jest/globals';
import { textDocumentSchema, updateDocumentSchema } from './documents.ts';

it('takes a title with line ends of any kind as one line', () => {
  const title = ' A\r\nplan\u0085for\u2028all\u001eof\u000bit ';
  expect(textDocumentSchema.parse({ external_id: '1', text: 't', title })).toMatchObject({
    title: 'A plan for all of it',
  });
  expect(updateDocumentSchema.parse({ title })).toMatchObject({ title: 'A plan for all of it' });
  expect(updateDocumentSchema.safeParse({ title: '\n' }).success).toBe(false);
});

it.each([
  'https://anna:secret@files.example.org/a?b=c',
  'https://exa\tmple.org@evil.example/',
  'https://files.example.org\\@evil.example/',
  'https://files.example.org/a\u202eb',
])('refuses an address that people and programs read differently: %j', (url) => {
  expect(textDocumentSchema.safeParse({ external_id: '1', text: 't', url }).success).toBe(false);
  expect(updateDocumentSchema.safeParse({ url }).success).toBe(false);
});
