/** Kind of thing that a question asks for. */
export type AnswerKind =
  | 'money'
  | 'percent'
  | 'often'
  | 'date'
  | 'year'
  | 'number'
  | 'person'
  | 'place'
  | 'reason'
  | 'definition';

/** The first match counts, so narrower kinds come first. */
const questions: readonly (readonly [AnswerKind, RegExp])[] = [
  [
    'money',
    /\bhow much (?:money|did .{0,200} (?:pay|cost|spend)|does .{0,200} cost|is|was|were)\b|\b(?:price|cost|fee|salary|revenue|net worth)\b|сколько сто(?:ит|ил)|цен[аыу]|стоимост|多少钱|价格|\bcu[áa]nto (?:pag|cuest|cost)|wie ?viel kost|\bcombien co[uû]t/iu,
  ],
  [
    'percent',
    /\bwhat (?:percent|share|proportion)|percentage|процент|доля|百分|퍼센트|\bprozent|porcentaje/iu,
  ],
  ['often', /\bhow (?:often|frequently)|\bat what interval|как часто|多久|wie oft/iu],
  [
    'date',
    /\bwhen\b|\b(?:what|which) (?:date|day|month)\b|когда|какого числа|什么时候|何时|哪一?[天日]|いつ|언제|\bwann\b|\bquand\b|\bcu[áa]ndo\b/iu,
  ],
  [
    'year',
    /\b(?:what|which) (?:year|century|decade)\b|в каком (?:году|веке)|哪一?年|何年|\bqu[ée] año\b|welchem jahr/iu,
  ],
  [
    'number',
    /\bhow (?:many|much|long|far|old|tall|large|big|high|deep|wide|heavy|fast)\b|\bwhat (?:number|amount|is the (?:size|speed|rate|limit|total|number))\b|сколько|каков[ао]? (?:число|количество|размер|скорость|длина|высота)|多少|几[个年次]|幾|多大|多长|いくつ|何[人個年]|몇|얼마|\bwie ?(?:viele?|lange|hoch|gro(?:ß|ss))\b|\bcombien\b|\bcu[áa]nt[oa]s?\b|\bquant[oi]\b|كم\s/iu,
  ],
  [
    'person',
    /\bwho(?:m|se)?\b|(?<!\p{L})(?:кто|кому|кем|кого|чей|чья)(?!\p{L})|谁|誰|누가|누구|\bwe[rmn]\b|\bqui[ée]n(?:es)?\b|\bqui\b/iu,
  ],
  [
    'place',
    /\bwhere\b|\b(?:what|which) (?:city|country|place|state|region|town|university)\b|(?<!\p{L})(?:где|куда|откуда)(?!\p{L})|в как(?:ом|ой) (?:город|стран)|哪里|哪儿|什么地方|什麼地方|在哪|どこ|어디|\bwo\b|\bd[óo]nde\b|\boù\b/iu,
  ],
  [
    'reason',
    /\bwhy\b|\bwhat (?:caused?|reason)|почему|зачем|отчего|по какой причине|为什么|为何|なぜ|왜|\bwarum\b|\bpourquoi\b|\bpor qu[ée]\b/iu,
  ],
  [
    'definition',
    /^\s*(?:what|who) (?:is|are|was|were) (?:an? |the )?[\p{L}\p{N} -]{2,40}\?*\s*$|\bwhat (?:does|is) .{1,200} (?:mean|stand for|meant|called)\b|what is meant|^\s*что так(?:ое|ие)|是什么|什么是|とは何|\bwas ist\b|\bqu['’]est-ce que\b/iu,
  ],
];

/** Returns the kind that a question asks for; undefined if no known question word is in it. */
export function findAnswerKind(question: string): AnswerKind | undefined {
  return questions.find(([, pattern]) => pattern.test(question))?.[0];
}

const currency =
  /[$€£¥₽]|\b(?:usd|eur|dollars?|euros?|cents?|million|billion|pounds?)\b|руб|元|円|원|евро|доллар/iu;
const percent = /\p{N}\s?%|percent|процент|百分|퍼센트|per cent/iu;
const interval = /\b(?:every|each|daily|weekly|monthly|annual|yearly|per|once|twice)\b|кажд|每/iu;
const calendar =
  /january|february|march|april|may\b|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|январ|феврал|март|апрел|(?<!\p{L})ма[йя](?!\p{L})|июн|июл|август|сентябр|октябр|ноябр|декабр|\d\s?[年月日]|\d\.\s?\d+\.\s?\d\d|enero|febrero|marzo|abril|junio|julio|septiembre|januar|februar|märz|juni|juli|oktober|dezember/iu;
const century = /\b\p{N}+th\b|век|century/iu;
const numberWord =
  /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|million|billion|once|twice)\b|(?<!\p{L})(?:один|одна|два|две|три|четыре|пять|шесть|семь|восемь|девять|десять|сто|тысяч|миллион)|[一二三四五六七八九十百千万两]|ثلاث|مليون|مئة/iu;
const reason =
  /\b(?:because|since|due to|in order to|so that|therefore|caused?|reason|as a result|leads? to)\b|потому что|так как|поскольку|из-за|чтобы|причин|благодаря|因为|由于|所以|为了|\bweil\b|\bparce que\b/iu;
const definition =
  /\b(?:is|are|was|were) (?:an?|the|one)\b|\b(?:means?|refers to|is defined as|called|stands for|known as)\b|\s[—–-]+\s?|["“]|(?<!\p{L})(?:является|называется|представляет собой|это)|是(?:一|指)|指的是|称为|\bist (?:ein|eine|der|die|das)\b/iu;
const cased = /[\p{Lu}\p{Ll}]/u;
const capitalised = /(?<![\p{L}\p{N}])(\p{Lu}[\p{L}'’-]+)/gu;
/** Maximum length of a text whose capitalised first word counts as a name. */
const maxNameAloneLength = 25;

/**
 * Returns how well a text fits a kind of answer, 0 to 1: it must contain such a thing that is not in
 * the question. Undefined for names in scripts without capitals.
 */
export function rateKind(kind: AnswerKind, text: string, question: string): number | undefined {
  const asked = new Set(listNumbers(question));
  const numbers = listNumbers(text).filter((number) => !asked.has(number));
  const any = numbers.length > 0;
  switch (kind) {
    case 'money':
      return any ? (currency.test(text) ? 1 : 0.5) : 0;
    case 'percent':
      return percent.test(text) ? 1 : any ? 0.4 : 0;
    case 'often':
      return interval.test(text) ? 1 : any ? 0.4 : 0;
    case 'date':
      if (any && (calendar.test(text) || numbers.some(isDateNumber))) return 1;
      return any || calendar.test(text) ? 0.5 : 0;
    case 'year':
      return numbers.some(isYear) ? 1 : century.test(text) ? 0.6 : 0;
    case 'number':
      return any || numberWord.test(text) ? 1 : 0;
    case 'person':
    case 'place':
      return cased.test(text) ? rateNames(text, question) : undefined;
    case 'reason':
      return reason.test(text) ? 1 : 0;
    case 'definition':
      return definition.test(text) ? 1 : 0;
  }
}

/** Returns the numbers of a text as written; `1,200`, `3.5` and `17:40` are one number each. */
export function listNumbers(text: string): string[] {
  return text.match(/\p{N}+(?:[.,:]\p{N}+)*/gu) ?? [];
}

const definedThing =
  /\bwhat (?:is|are|was|were) (?:meant by )?(?:an? |the )?([^?]+)\?*$|\bwhat does (?:the (?:word|term) )?(?:an? )?([^?]+?) (?:mean|stand for)/iu;

/** Returns whether a sentence defines the thing whose definition the question asks for. */
export function definesAsked(question: string, text: string): boolean {
  const [, is, means] = definedThing.exec(question) ?? [];
  const thing = (is ?? means)?.trim().toLowerCase();
  if (thing === undefined || thing.split(/\s+/).length > maxThingWords) return false;
  const start = text.toLowerCase().replace(/^[^\p{L}\p{N}]*(?:an? |the )?/u, '');
  return start.startsWith(thing) && definitionStart.test(start.slice(thing.length));
}

/** Maximum words of the name of a defined thing. */
const maxThingWords = 5;
const definitionStart =
  /^\s*(?:\([^)]{1,40}\)\s*)?(?:is|are|was|were|means?|refers to|stands for|[—–-])\s/u;

function rateNames(text: string, question: string): number {
  const asked = new Set([...question.matchAll(capitalised)].map(([, name]) => name?.toLowerCase()));
  const names = [...text.matchAll(capitalised)].filter(
    ({ 1: name, index }) =>
      !asked.has(name?.toLowerCase()) && !(index === 0 && text.length > maxNameAloneLength),
  );
  return names.length >= 2 ? 1 : names.length * 0.7;
}

function isYear(number: string): boolean {
  return /^(?:[1-9]\d{2}|1\d{3}|20\d\d)$/.test(number);
}

function isDateNumber(number: string): boolean {
  return /^(?:1\d{3}|20\d\d|\d{1,2}:\d\d)$/.test(number);
}
