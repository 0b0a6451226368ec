import type { MissingPart, Warning } from '@lectern/contracts';
import type { AnswerLanguage } from './words.ts';

type Sentences = Readonly<Record<string, string>>;

const missing: Sentences = {
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
};

const warned: Sentences = {
  count_mismatch: 'Служба называет другое число записей, чем перечисляет; считаются перечисленные',
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
};

/** What is missing, and why, in the language of the question. */
export function tellMissing<Part extends Pick<MissingPart, 'reason' | 'message'>>(
  part: Part,
  language: AnswerLanguage,
): Part {
  return { ...part, message: translate(missing[part.reason], part.message, language) };
}

export function tellWarning(warning: Warning, language: AnswerLanguage): Warning {
  if (warning.code === 'searched_instead' && language === 'ru') {
    const message = warning.message
      .replace('Searched for', 'Искалось')
      .replaceAll('" instead of "', '" вместо "');
    return { ...warning, message };
  }
  return { ...warning, message: translate(warned[warning.code], warning.message, language) };
}

/** Identifiers and quoted words of the English sentence stay; a sentence unknown here stays whole. */
function translate(russian: string | undefined, message: string, language: AnswerLanguage): string {
  if (language === 'en' || russian === undefined) return message;
  const words =
    message.match(/"[^"]+"|\bNCT\d{8}\b|(?<![\d.])\d{1,9}(?![\d.])|(?<=suggests: ).+$/g) ?? [];
  return words.length > 0 ? `${russian}: ${words.join(', ')}.` : `${russian}.`;
}
