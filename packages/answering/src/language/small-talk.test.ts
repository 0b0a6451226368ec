import { describe, expect, it } from '@jest/globals';
import { en } from './messages/en.ts';
import { ru } from './messages/ru.ts';
import { answerSmallTalk } from './small-talk.ts';

describe('small talk', () => {
  it.each(['Hi', 'hello!', '  Good morning 👋', 'Thank you very much.', 'Hey there'])(
    'is answered in English: %s',
    (message) => expect(answerSmallTalk(message)).toBe(en.greeting),
  );

  it.each(['Привет!', 'Добрый день', 'Спасибо большое'])('is answered in Russian: %s', (message) =>
    expect(answerSmallTalk(message)).toBe(ru.greeting),
  );

  it.each(['Hello, how tall is the tower?', 'high', 'thanks to whom was it built', 'day', '', '?'])(
    'is no question and no part of one: "%s"',
    (message) => expect(answerSmallTalk(message)).toBeUndefined(),
  );
});
