const own =
  '(?:our|my|the)\\s+(?:own\\s+|internal\\s+|uploaded\\s+)?(?:documents?|files?|notes?|knowledge base)';
const russianOwn =
  '(?:наш|собственн|внутренн|загруженн)\\S*\\s+(?:документ|файл|заметк|материал)\\S*';
const phrases = [
  `(?:(?:what|which)\\s+)?(?:do|does|did|is|are|can|find)?\\s*(?:(?:said|written|there|found)\\s+)?(?:in\\s+|according to\\s+)?${own}(?:\\s+(?:say|tell|state|mention)s?(?:\\s+us)?)?(?:\\s+(?:about|of|on|regarding))?`,
  `(?:что\\s+)?(?:(?:сказано|говорится|написано|говорят|пишут)\\s+)?(?:в\\s+)?${russianOwn}(?:\\s+(?:сказано|говорится|написано|говорят|пишут))?(?:\\s+(?:о|об|обо|про|по)(?![\\p{L}]))?`,
].map((phrase) => new RegExp(`(?<![\\p{L}])${phrase}`, 'giu'));

/** A question without the words that ask the own documents for an answer, which no document repeats. */
export function withoutOwnDocuments(question: string): string {
  const topic = phrases
    .reduce((text, phrase) => text.replaceAll(phrase, ' '), question.replaceAll(/\s+/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();
  return /\p{L}{2}/u.test(topic) ? topic : question;
}
