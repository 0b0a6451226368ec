import { describe, expect, it } from '@jest/globals';
import { withoutOwnDocuments } from './without-own-documents.ts';

describe('withoutOwnDocuments', () => {
  it.each([
    ['What do our documents say about semaglutide in obesity?', 'semaglutide in obesity?'],
    ['Is there anything in our own files on visitors?', 'Is there anything visitors?'],
    ['Что в наших документах сказано о дозировке метформина?', 'дозировке метформина?'],
    ['What do our documents say?', 'What do our documents say?'],
    ['How is insulin stored?', 'How is insulin stored?'],
  ])('keeps what the own documents are asked about: %s', (question, topic) => {
    expect(withoutOwnDocuments(question)).toBe(topic);
  });
});
