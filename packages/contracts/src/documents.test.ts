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

it('takes an address without the user name and password in it', () => {
  const url = 'https://anna:secret@files.example.org/a?b=c';
  const plain = { url: 'https://files.example.org/a?b=c' };
  expect(textDocumentSchema.parse({ external_id: '1', text: 't', url })).toMatchObject(plain);
  expect(updateDocumentSchema.parse({ url })).toEqual(plain);
});
