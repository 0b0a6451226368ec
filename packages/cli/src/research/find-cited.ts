/** Most characters of a quote that is shown whole. */
const maxQuoteLength = 300;
/** A shorter piece of an answer, such as a number, is found in many places. */
const minQuoteLength = 20;

/**
 * Returns the part of a quote that the answer repeats where it cites it, or the beginning of the quote.
 * A quote may be a whole record.
 */
export function findCited(quote: string, answer: string, n: number): string {
  const whole = onLine(quote);
  if (whole.length <= maxQuoteLength) return whole;
  const said = answer
    .split(/\n|\[\d+\]\.?|(?<=[.!?])\s/)
    .map(onLine)
    .filter((text) => text.length >= minQuoteLength && whole.includes(text));
  const cited = said.find((text) => isCited(answer, text, n)) ?? said[0];
  if (cited === undefined) return `${whole.slice(0, maxQuoteLength - 1)}…`;
  const start = whole.indexOf(cited);
  const end = start + cited.length;
  return `${start > 0 ? '… ' : ''}${cited}${end < whole.length ? ' …' : ''}`;
}

/** Checks that the answer cites source `n` right behind these words. */
function isCited(answer: string, text: string, n: number): boolean {
  const line = onLine(answer);
  const following = line.slice(line.indexOf(text) + text.length).trimStart();
  return following.startsWith(`[${n}]`);
}

function onLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
