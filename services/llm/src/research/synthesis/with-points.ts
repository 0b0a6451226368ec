const unit =
  '\\s*(?:%|‰|°|процент\\p{L}*|(?:мк|м|к|н)?г|(?:мк|м|д)?л|(?:мк|с|м|к|н)?м|(?:м|мк|н)?моль|ме|ед|мес\\p{L}*|нед\\p{L}*|дн\\p{L}*|день|сут\\p{L}*|лет|год\\p{L}*|час\\p{L}*|ч|мин\\p{L}*|сек\\p{L}*|балл\\p{L}*|раз\\p{L}*|kg|mg|µg|g|ml|l|mm|cm)(?!\\p{L})';
/** What is numbered; of one group or centre a number is told, of several those that they have. */
const numbered =
  '(?:(?:фаз|этап|стади|визит)\\p{L}*|(?:групп|когорт)(?:ы|ам|ами|ах)?|центр(?:ы|ов|ам|ами|ах))';
/** `Фазы 2,3` and `2,3 фазы` are several numbers and no decimal, unless these are measured: `этап: 1,5 года`. */
const decimalComma = new RegExp(
  `(?<![\\p{N},.])(?:(?<!(?<!\\p{L})${numbered}[\\s:]+)|(?=\\p{N}+,\\p{N}+${unit}))(\\p{N}+),(\\p{N}{1,2})(?![\\p{N},])(?!\\s+(?:фаз|стади|этап))`,
  'giu',
);

/** A text with decimal points: Russian writes `3,47` for 3.47, and `9,773` is a thing of English. */
export function withPoints(text: string): string {
  return /\p{Script=Cyrillic}/u.test(text) ? text.replaceAll(decimalComma, '$1.$2') : text;
}
