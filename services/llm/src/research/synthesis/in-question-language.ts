import type { MissingPart, Warning } from '@lectern/contracts';
import type { AnswerLanguage } from '../answer-language.ts';

interface Translations {
  /** By the reason. */
  readonly missing: Readonly<Record<string, string>>;
  /** By the code of the warning. */
  readonly warned: Readonly<Record<string, string>>;
  /** The sentence of `searched_instead`, which holds names in quotation marks. */
  searchedInstead(sentence: string): string;
}

/** The sentences are English where they are made. */
const translations: Readonly<Record<Exclude<AnswerLanguage, 'en'>, Translations>> = {
  ru: {
    missing: {
      time_budget: 'Время вышло раньше, чем пришёл ответ',
      deadline_exceeded: 'Ответ не пришёл вовремя',
      rate_limited: 'Служба просит подождать',
      service_unavailable: 'Служба сейчас недоступна',
      search_unavailable: 'Поиск сейчас недоступен',
      upstream_failed: 'Ответ службы не удалось прочитать',
      collection_not_found: 'Такой коллекции нет',
      forbidden: 'На это нет прав',
      model_unavailable: 'Языковая модель сейчас недоступна',
      not_cached: 'Ещё не запрашивалось',
      nothing_asked: 'В вопросе нет ничего, что можно искать',
      invalid_request: 'Служба не приняла этот запрос',
    },
    warned: {
      count_mismatch:
        'Служба называет другое число записей, чем перечисляет; считаются перечисленные',
      phrase_not_found: 'Искалось без слов, которых служба не знает',
      spelling_unknown: 'Ничего не нашлось, а проверить написание слов не удалось',
      did_you_mean: 'PubMed предлагает другое написание',
      record_unreadable: 'Некоторые записи не удалось прочитать',
      not_fetched: 'Некоторые записи не получены',
      stale_answer: 'Служба не ответила; показано сохранённое раньше',
      spelling_corrected: 'Исправлено написание слов вопроса',
      collection_empty: 'Здесь ещё нет документов, в которых можно искать',
      rerank_timeout: 'Время на уточнение порядка вышло',
      rerank_unavailable: 'Уточнение порядка сейчас недоступно',
      embedding_unavailable: 'Модель векторов недоступна; искалось по словам',
      no_such_collection: 'Такой коллекции нет',
      read_by_rules: 'Модель не успела прочитать вопрос; он прочитан по правилам',
    },
    searchedInstead: (sentence) =>
      sentence.replace('Searched for', 'Искалось').replaceAll('" instead of "', '" вместо "'),
  },
};

/** What is missing, and why, in the language of the question. */
export function tellMissing<Part extends Pick<MissingPart, 'reason' | 'message'>>(
  part: Part,
  language: AnswerLanguage,
): Part {
  const known = language === 'en' ? undefined : translations[language].missing[part.reason];
  return { ...part, message: translate(known, part.message) };
}

export function tellWarning(warning: Warning, language: AnswerLanguage): Warning {
  if (language === 'en') return warning;
  const { code, message } = warning;
  const { warned, searchedInstead } = translations[language];
  const told =
    code === 'searched_instead' ? searchedInstead(message) : translate(warned[code], message);
  return { ...warning, message: told };
}

/** Identifiers and quoted words of the English sentence stay; a sentence unknown here stays whole. */
function translate(known: string | undefined, message: string): string {
  if (known === undefined) return message;
  const words =
    message.match(/"[^"]+"|\bNCT\d{8}\b|(?<![\d.])\d{1,9}(?![\d.])|(?<=suggests: ).+$/g) ?? [];
  return words.length > 0 ? `${known}: ${words.join(', ')}.` : `${known}.`;
}
