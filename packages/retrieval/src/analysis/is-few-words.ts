/** Maximum words of such a query. */
const maxWords = 6;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Many people omit the question mark. */
const asks = new RegExp(
  `^[\\s\\p{P}]*(?:${[
    'how|what|who|whom|whose|which|when|where|why|is|are|was|were|do|does|did|can|could|should|may|must|will',
    'как|что|кто|кого|кому|чем|чей|чья|чьё|чьи|какой|какая|какое|какие|каков|когда|где|куда|откуда|почему|зачем|сколько',
    'wie|was|wer|wen|wem|wessen|welche[rsnm]?|wann|wo|wohin|woher|warum|wieso|wozu',
    'qué|quién|quiénes|cuál|cuáles|cuándo|dónde|cómo|cuánto|cuánta|cuántos|cuántas|por qué',
    'comment|pourquoi|quand|où|qui|que|quoi|quel|quelle|quels|quelles|combien|est-ce',
    'come|cosa|chi|quale|quali|quando|dove|perché|quanto|quanti',
    'o que|quem|qual|quais|onde|por que|quantos|quantas',
  ].join('|')})(?![\\p{L}\\p{N}])|[什怎谁哪吗呢]|多少|为什么|何|誰|どう|なぜ|いつ|どこ`,
  'iu',
);

/**
 * Returns true for a query of few words that is not a question; these mostly stand in the passage
 * as they are.
 */
export function isFewWords(query: string): boolean {
  if (/[?？؟;]\s*$/u.test(query) || asks.test(query)) return false;
  let words = 0;
  for (const { isWordLike } of segmenter.segment(query)) {
    words += Number(isWordLike);
    if (words > maxWords) return false;
  }
  return true;
}
