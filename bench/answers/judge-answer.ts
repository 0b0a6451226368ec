/** The texts of a right answer: any of them, or one of each group, must occur. */
export interface RightAnswer {
  readonly match: 'any' | 'all';
  readonly answers: readonly string[];
  readonly all_of?: readonly (readonly string[])[] | undefined;
}

/** Returns true if a text contains the right answer, compared as the questions' README describes. */
export function holdsAnswer({ match, answers, all_of }: RightAnswer, text: string): boolean {
  if (match === 'all' && all_of) {
    return all_of.every((group) => group.some((answer) => holdsText(text, answer)));
  }
  return answers.some((answer) => holdsText(text, answer));
}

export function holdsPart(right: RightAnswer, text: string): boolean {
  return [...right.answers, ...(right.all_of?.flat() ?? [])].some((answer) =>
    holdsText(text, answer),
  );
}

const shortNumber = /^\d{1,3}$/;

function holdsText(text: string, answer: string): boolean {
  const wanted = normalize(answer);
  if (!shortNumber.test(wanted)) return normalize(text).includes(wanted);
  const whole = new RegExp(`(?<![\\d.,])${wanted}(?!\\d|[.,]\\d)`);
  return whole.test(text.normalize('NFKC'));
}

export function normalize(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\u00ad\ufeff]/g, '')
    .replaceAll(/[‘’‚‛]/g, "'")
    .replaceAll(/[“”„‟«»]/g, '"')
    .replaceAll(/[‐‑‒–—−]/g, '-')
    .replaceAll(/[\s|]+/g, '')
    .toLowerCase();
}
