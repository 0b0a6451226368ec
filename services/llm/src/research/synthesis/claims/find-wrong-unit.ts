const units: readonly RegExp[] = [
  /^(?:sites?|cent(?:er|re)s?|hospitals?|clinics?)$/iu,
  /^countr(?:y|ies)$/iu,
  /^arms?$/iu,
  /^(?:years?|лет|год\p{L}*)$/iu,
  /^(?:months?|месяц\p{L}*)$/iu,
  /^(?:weeks?|недел\p{L}*)$/iu,
  /^(?:days?|дн\p{L}*|день)$/iu,
  /^(?:hours?|hrs?|h|час\p{L}*|ч)$/iu,
  /^(?:%|per\s?cent|процент\p{L}*)$/iu,
  /^(?:mg|мг)$/iu,
  /^(?:g|grams?|грамм\p{L}*)$/iu,
  /^(?:[µμ]g|mcg|micrograms?|мкг)$/iu,
  /^(?:kg|kilograms?|кг)$/iu,
  /^(?:lbs?|pounds?|фунт\p{L}*)$/iu,
  /^(?:ml|millilit(?:er|re)s?|мл)$/iu,
  /^(?:mmol|ммоль)$/iu,
  /^mmhg$/iu,
  /^(?:iu|ме)$/iu,
  /^(?:°?c|celsius)$/iu,
  /^(?:°?k|kelvin)$/iu,
  /^(?:deaths?|смерт\p{L}*)$/iu,
  /^(?:events?|событи\p{L}*)$/iu,
  /^(?:cases?|случа\p{L}*)$/iu,
  /^(?:participants?|patients?|subjects?|volunteers?|adults?|children|infants?|women|men|people|persons|individuals|участник\p{L}*|пациент\p{L}*)$/iu,
];
/** A number with the word behind it, or the one behind that. */
const counted =
  /(?<![\p{L}\p{N}.,]|[\p{L}\p{N}]-)(\d+(?:[,.·]\d+)*)\s*(%|[\p{L}µμ°]+)(?:\s+([\p{L}]+))?/gu;

interface Counted {
  readonly number: string;
  /** Place in the list of units. */
  readonly unit: number;
}

/** A number that the records have of something else than the claim counts with it. */
export function findWrongUnit(claim: string, held: string): string | undefined {
  const known = listCounted(held);
  const wrong = listCounted(claim).find(({ number, unit }) => {
    const same = known.filter((other) => other.number === number);
    return same.length > 0 && !same.some((other) => other.unit === unit);
  });
  return wrong && `unit of ${wrong.number}`;
}

function listCounted(text: string): readonly Counted[] {
  return [...text.matchAll(counted)].flatMap(([, digits = '', next = '', second = '']) => {
    const named = [next, second].map((word) => units.findIndex((pattern) => pattern.test(word)));
    const unit = named.find((index) => index !== -1);
    return unit === undefined ? [] : [{ number: digits.replaceAll(/[,·]/g, ''), unit }];
  });
}
