const year = /(?<![\p{L}\p{N}.,/-])(?:19|20)\d{2}(?![\p{L}\p{N}]|[.,]\d)/gu;
/** A question of when, or of a stretch of time, may be answered with any year. */
const anyYear =
  /\bwhen\b|\b(?:which|what) (?:year|date|day|month)|\b(?:since|after|before|between|from|until|till|by|than|over)\b|\bwann\b|\b(?:seit|nach|vor|bis|ab|zwischen|als)\b|(?<!\p{L})(?:когда|как\S+ год\S*|после|до|между|чем|по)(?!\p{L})|[с以]\s?\d{4}|何时|什么时候|哪一?年|之[前后]|以[前后来]/iu;

/** Whether a text names other years than the one that a question asks about. */
export function contradictsYear(question: string, text: string): boolean {
  const asked: readonly string[] = question.match(year) ?? [];
  if (asked.length === 0 || anyYear.test(question)) return false;
  const told: readonly string[] = text.match(year) ?? [];
  return told.length > 0 && !asked.some((one) => told.includes(one));
}
