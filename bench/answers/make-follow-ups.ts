/** A question of XQuAD with its answer. */
export interface AnsweredQuestion {
  readonly id: string;
  readonly text: string;
  readonly answer: string;
}

/** A question that is understood only after another one. */
export interface FollowUp {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
  readonly history: readonly { readonly question: string; readonly answer: string }[];
}

const pronouns = { en: 'it', ru: 'это', zh: '它' } as const;
export type FollowUpLanguage = keyof typeof pronouns;
const minSigns = 2;

/**
 * Makes a follow-up of two questions about the same paragraph that name the same thing: in the
 * second one a pronoun stands for it. Undefined where they name nothing in common.
 */
export function makeFollowUp(
  language: FollowUpLanguage,
  first: AnsweredQuestion,
  second: AnsweredQuestion,
): FollowUp | undefined {
  const told = `${first.text} ${first.answer}`;
  const name =
    language === 'zh' ? findSharedSigns(second.text, told) : findSharedName(second.text, told);
  if (!name) return undefined;
  const question = second.text.replace(name, pronouns[language]);
  const history = [{ question: first.text, answer: first.answer }];
  return { id: `${second.id}-after`, question, answer: second.answer, history };
}

/** Russian endings change, so the first letters must do. */
const lettersCompared = 5;

function findSharedName(text: string, told: string): string | undefined {
  const names = text.match(/(?<=\S )\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)*/gu) ?? [];
  const lower = told.toLowerCase();
  return names
    .filter((name) =>
      name.split(' ').every((word) => lower.includes(word.slice(0, lettersCompared).toLowerCase())),
    )
    .toSorted((a, b) => b.length - a.length)[0];
}

/** Signs that asking itself needs. */
const common = /[什么谁哪多少几何年的是在了有为吗和与？?，,、\s]/u;

function findSharedSigns(text: string, told: string): string | undefined {
  let longest = '';
  for (let from = 0; from < text.length; from += 1) {
    let to = from;
    while (
      to < text.length &&
      !common.test(text[to] ?? '') &&
      told.includes(text.slice(from, to + 1))
    )
      to += 1;
    if (to - from > longest.length) longest = text.slice(from, to);
  }
  return longest.length >= minSigns ? longest : undefined;
}
