const english = ['fift', 'sixt', 'sevent', 'eight', 'ninet'];
const russian = ['пятидесят', 'шестидесят', 'семидесят', 'восьмидесят', 'девяност'];
const orders =
  'since|from|before|prior to|earlier than|after|later than|until|till|up to|by|through|between|in|during|of';
const russianOrders = 'начиная с|со?|до|после|между|по|за|в';
const part =
  '(?:(?:the\\s+)?(?:(?:first|second|latter)\\s+half\\s+of\\s+(?:the\\s+)?)?(?:(?:early|mid|late)[\\s-]+)?)';
const russianPart = '(?:(?:начал|середин|кон)[а-яё]*\\s+)?';
const joint = '\\s*(?:,|-|–|and|or|to|until|till|through|и|или|по|до)\\s*';
const word = `(?:${english.join('|')})ies`;
const russianWord = `(?:${russian.join('|')})ы(?:е|х|ми|м)`;
/** Of the last century; people in their seventies are of an age. */
const inWords = new RegExp(
  `(?<![\\p{L}])(?:(?:${orders})\\s+${part}${word}(?:${joint}${part}${word})*(?![\\p{L}])(?!\\s+age[\\s-]+(?:group|range|bracket|band))|(?:${russianOrders})\\s+${russianPart}${russianWord}(?:${joint}${russianPart}${russianWord})*(?:\\s+год[а-яё]*)?(?![\\p{L}])(?!\\s+(?:лет|(?:год[а-яё]*\\s+)?жизни)(?![\\p{L}])))`,
  'giu',
);
const eachWord = new RegExp(`(?<![\\p{L}])(?:${word}|${russianWord}(?:\\s+год[а-яё]*)?)`, 'giu');

const decade = "((?:19|20)\\d)0(?:['’]?s|-?[ех](?:\\s+год[а-яё]*)?)";
const onwards =
  '(?:\\s*,?\\s+(?:on|onwards?|(?:and|or) (?:later|after)|(?:и|или) (?:позже|позднее|далее)))?';
const end = '(?![\\p{L}\\d])';
const stretch = new RegExp(
  `(?<![\\p{L}\\d])(?:(?:between|from|in|during|of|между|с|со|в)\\s+)?${part}${decade}(?:${joint})${part}${decade}${end}`,
  'giu',
);
const ordered = new RegExp(
  `(?<![\\p{L}\\d])(?:(${orders}|${russianOrders})\\s+)?${part}${decade}(${onwards})${end}`,
  'giu',
);

/** What lies on one side of a decade, by the word that asks for it. */
const sides: readonly (readonly [RegExp, (decade: string) => string])[] = [
  [/^(?:since|начиная с|со?)$/iu, (ten) => `since ${ten}0-01`],
  [/^(?:after|later than|после)$/iu, (ten) => `after ${ten}9-12`],
  [/^(?:before|prior to|earlier than|до)$/iu, (ten) => `before ${ten}0-01`],
  [/^(?:until|till|up to|by|through|по)$/iu, (ten) => `until ${ten}9-12`],
];

/** `The seventies` as `1970s`. */
export function writeDecades(text: string): string {
  return text.replaceAll(inWords, (said) => said.replaceAll(eachWord, writeDecade));
}

/** Groups of {@link ordered}; their place and the text follow. */
type Ordered = [order: string | undefined, ten: string, open: string, ...unknown[]];

/** Decades as the months that they are, on one side of them where that is asked: `before the 1990s`. */
export function expandDecades(text: string): string {
  return text
    .replaceAll(stretch, (_, one: string, other: string) => `from ${one}0-01 to ${other}9-12`)
    .replaceAll(ordered, (_, ...groups: Ordered) => {
      const [order, ten, open] = groups;
      if (open !== '') return `since ${ten}0-01`;
      const write = sides.find(([said]) => said.test(order ?? ''))?.[1];
      return write?.(ten) ?? `from ${ten}0-01 to ${ten}9-12`;
    });
}

function writeDecade(said: string): string {
  const lower = said.toLowerCase();
  const place = Math.max(
    ...[english, russian].map((stems) => stems.findIndex((stem) => lower.startsWith(stem))),
  );
  return `19${place + 5}0s`;
}
