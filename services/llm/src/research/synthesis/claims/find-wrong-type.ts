/** Words that a number or a numeral names one of, such as a type of diabetes or a stage of a cancer. */
const kinds: readonly RegExp[] = [
  /^(?:types?|тип[а-яё]*)$/iu,
  /^(?:stages?|стади[а-яё]*)$/iu,
  /^(?:grades?|степен[а-яё]*)$/iu,
  /^(?:class(?:es)?|класс[а-яё]*)$/iu,
];
const word =
  'types?|stages?|grades?|class(?:es)?|тип[а-яё]*|стади[а-яё]*|степен[а-яё]*|класс[а-яё]*';
const numeral = '[1-9]|IV|I{1,3}';
const joined = `(?:\\s*(?:,|/|-|–|\\bto\\b|\\band\\b|\\bor\\b|и|или|до)\\s*(?:${numeral}))*`;
const ending = '[\\p{L}\\p{N}]';
const named = new RegExp(
  `(?<!${ending})(?<kind>${word})[\\s-]+(?<list>(?:${numeral})${joined})(?![.,]?\\d|${ending})`,
  'giu',
);
const namedBehind = new RegExp(
  `(?<![.,]|${ending})(?<list>(?:${numeral})${joined})(?:-?(?:го|й|я|ой|ей|м))?\\s+(?<kind>тип[а-яё]*|стади[а-яё]*|степен[а-яё]*|класс[а-яё]*)(?!${ending})`,
  'giu',
);
const anyNumeral = new RegExp(numeral, 'giu');
const romans = ['I', 'II', 'III', 'IV'];

/** A type, stage, grade or class where the records name others of that kind alone. */
export function findWrongType(claim: string, held: string): string | undefined {
  const known = listTypes(held);
  const wrong = listTypes(claim).find(({ kind, number }) => {
    const same = known.filter((other) => other.kind === kind);
    return same.length > 0 && !same.some((other) => other.number === number);
  });
  return wrong && `${wrong.said} ${wrong.number}`;
}

interface NamedType {
  readonly said: string;
  /** Place in the list of kinds. */
  readonly kind: number;
  readonly number: number;
}

function listTypes(text: string): readonly NamedType[] {
  return [named, namedBehind].flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ groups: { kind: said = '', list = '' } = {} }) =>
      readList(list).map((number) => ({
        said: said.toLowerCase(),
        kind: kinds.findIndex((kind) => kind.test(said)),
        number,
      })),
    ),
  );
}

/** `I, II` and every number of `I-III`. */
function readList(list: string): readonly number[] {
  const numbers = (list.match(anyNumeral) ?? []).map(
    (written) => romans.indexOf(written.toUpperCase()) + 1 || Number(written),
  );
  if (!/[-–]|to|до/iu.test(list)) return numbers;
  const [lowest, highest] = [Math.min(...numbers), Math.max(...numbers)];
  return Array.from({ length: highest - lowest + 1 }, (_, index) => lowest + index);
}
