import { describe, expect, it } from '@jest/globals';
import { detectLanguage } from '@lectern/retrieval/language';
import { sentencesFor } from './sentences-for.ts';

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

describe('sentencesFor', () => {
  it.each([
    [0, 'Статьи не найдены'],
    [1, 'Найдена 1 статья'],
    [3, 'Найдено 3 статьи'],
    [5, 'Найдено 5 статей'],
    [21, 'Найдена 21 статья'],
  ])('counts %i articles in Russian', (count, title) => {
    expect(sentencesFor('Где это?').found(count)).toBe(title);
  });

  it.each([
    ['What is this?', ['No articles found', 'Found 1 article', 'Found 2 articles']],
    ['Wo ist das?', ['Keine Artikel gefunden', '1 Artikel gefunden', '2 Artikel gefunden']],
  ])('counts in the language of %s', (question, titles) => {
    expect([0, 1, 2].map(sentencesFor(question).found)).toEqual(titles);
  });
});
