import { describe, expect, it } from '@jest/globals';
import { chatSentencesFor } from './chat-sentences.ts';
import { detectLanguage } from './detect-language.ts';

describe('detectLanguage', () => {
  it.each([
    ['What is the deadline?', 'en'],
    ['deadline', 'en'],
    ['Как настроить VPN?', 'ru'],
    ['如何重置密码？', 'zh'],
    ['パスワードをリセットするには？', 'ja'],
    ['비밀번호를 어떻게 바꾸나요?', 'ko'],
    ['Wie hoch ist der Turm?', 'de'],
    ['Quelle est la hauteur de la tour?', 'fr'],
    ['¿Dónde está la torre?', 'es'],
    ['12345', 'en'],
  ])('reads %s as %s', (text, language) => {
    expect(detectLanguage(text)).toBe(language);
  });
});

describe('chatSentencesFor', () => {
  it.each([
    [0, 'Статьи не найдены'],
    [1, 'Найдена 1 статья'],
    [3, 'Найдено 3 статьи'],
    [5, 'Найдено 5 статей'],
    [21, 'Найдена 21 статья'],
  ])('counts %i articles in Russian', (count, title) => {
    expect(chatSentencesFor('Где это?').found(count)).toBe(title);
  });

  it('counts in English everywhere else', () => {
    const { found } = chatSentencesFor('Wo ist das?');
    expect([0, 1, 2].map(found)).toEqual([
      'No articles found',
      'Found 1 article',
      'Found 2 articles',
    ]);
  });
});
