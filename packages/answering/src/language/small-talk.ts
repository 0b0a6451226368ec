import type { Language } from '@lectern/retrieval/language';
import { messages } from './sentences-for.ts';

/** Greetings and thanks that are the whole message. */
const patterns: Readonly<Record<Language, RegExp>> = {
  en: /^(?:hi|hello|hey|hiya|howdy|greetings|good (?:morning|afternoon|evening|day)|how are you|thanks?|thank you|thx|bye|goodbye)(?:,? (?:there|all|everyone|lectern|again|a lot|so much|very much|you))?$/,
  ru: /^(?:привет(?:ствую)?|здравствуй(?:те)?|добр(?:ый|ое|ого) (?:день|утро|вечер|утра|дня|вечера)|как дела|спасибо|благодарю|до свидания|пока)(?:,? (?:всем|lectern|большое|вам|тебе))?$/,
  de: /^(?:hallo|guten (?:tag|morgen|abend)|moin|servus|danke|vielen dank|tschüss)(?:,? (?:schön|sehr|zusammen|lectern))?$/,
  fr: /^(?:bonjour|bonsoir|salut|merci|au revoir)(?:,? (?:beaucoup|à tous|lectern))?$/,
  es: /^(?:hola|buenos días|buenas (?:tardes|noches)|gracias|adiós)(?:,? (?:a todos|lectern))?$/,
  zh: /^(?:你好|您好|嗨|早上好|下午好|晚上好|谢谢|再见)$/,
  ja: /^(?:こんにちは|こんばんは|おはよう(?:ございます)?|ありがとう(?:ございます)?)$/,
  ko: /^(?:안녕(?:하세요)?|감사합니다|고마워요?)$/,
};

const maxSmallTalkLength = 60;

/** Returns the reply to a message that only greets or thanks; undefined for any other. */
export function answerSmallTalk(message: string): string | undefined {
  if (message.length > maxSmallTalkLength) return undefined;
  const bare = message
    .toLowerCase()
    .replaceAll(/^[\s\p{P}\p{S}]+|[\s\p{P}\p{S}]+$/gu, '')
    .replaceAll(/\s+/g, ' ');
  const languages = Object.keys(patterns) as Language[];
  const language = languages.find((known) => patterns[known].test(bare));
  return language && messages[language].greeting;
}
