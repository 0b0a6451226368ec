import type { Analyzer, WeightedTerm } from '@lectern/retrieval';

/** What kind of thing a question asks for. */
export type AnswerKind = 'number' | 'time' | 'person' | 'place' | 'definition' | 'reason';

export interface Question {
  readonly terms: readonly WeightedTerm[];
  readonly kind: AnswerKind | undefined;
}

const kinds: readonly (readonly [AnswerKind, RegExp])[] = [
  [
    'number',
    /\bhow (?:many|much|long|far|old|tall|large|big|high|deep|wide|heavy|fast|often)\b|\bwhat (?:percentage|proportion|number|amount|is the (?:size|cost|price|speed|rate|limit))\b|сколько|каков(?:а|о)? (?:число|количество|размер|цена|стоимость|скорость|доля)|какой процент|多少|几个|多大|多长|\bwie ?viele?\b|\bcombien\b|\bcu[áa]nt[oa]s?\b/iu,
  ],
  [
    'time',
    /\bwhen\b|\b(?:what|which) (?:year|date|day|month|time|century)\b|когда|в каком году|какого числа|什么时候|何时|哪一?年|\bwann\b|\bquand\b|\bcu[áa]ndo\b/iu,
  ],
  [
    'person',
    /\bwho(?:m|se)?\b|(?<!\p{L})(?:кто|кому|кем|кого|чей|чья)(?!\p{L})|谁|\bwer\b|\bqui[ée]n(?:es)?\b/iu,
  ],
  [
    'place',
    /\bwhere\b|\b(?:what|which) (?:city|country|place|state|region)\b|(?<!\p{L})(?:где|куда|откуда)(?!\p{L})|в как(?:ом|ой) (?:город|стран)|哪里|哪儿|什么地方|在哪|\bwo\b|\bd[óo]nde\b|\boù\b/iu,
  ],
  [
    'definition',
    /^\s*(?:what|who) (?:is|are|was|were) (?:an? |the )?[\p{L}\p{N} -]{2,40}\?*\s*$|\bwhat does .+ mean\b|^\s*что так(?:ое|ие)|是什么|什么是|\bwas ist\b|\bqu['’]est-ce que\b/iu,
  ],
  [
    'reason',
    /\bwhy\b|\bwhat (?:caused?|reason)|почему|зачем|отчего|по какой причине|为什么|为何|\bwarum\b|\bpourquoi\b|\bpor qu[ée]\b/iu,
  ],
];

/** Words of asking and telling: they say what to do, not what about. */
const instruction =
  /(?<!\p{L})(?:please|tell|explain|describe|list|give|show|find|mention(?:ed)?|discuss(?:ed)?|according|exact(?:ly)?|document|text|article|answer|question|mean(?:s|t)?|kind|type|sort|name|many|much|пожалуйста|расскажи(?:те)?|объясни(?:те)?|опиши(?:те)?|покажи(?:те)?|найди(?:те)?|назови(?:те)?|скажи(?:те)?|согласно|документ(?:е|а|у|ы)?|стать[яеи]|текст(?:е|а)?|такое|такой|такая)(?!\p{L})|请问|请|告诉我|什么|多少|哪些|哪个|如何|怎么|为什么|怎样/giu;

/** Reads a question: its telling terms and the kind of answer that it wants. */
export function readQuestion(analyzer: Analyzer, text: string): Question {
  const telling = analyzer.analyzeQuery(text.replaceAll(instruction, ' '));
  return {
    terms: telling.length > 0 ? telling : analyzer.analyzeQuery(text),
    kind: kinds.find(([, pattern]) => pattern.test(text))?.[0],
  };
}

const number =
  /\p{N}|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|dozen|hundred|thousand|million|billion)\b|(?<!\p{L})(?:один|два|две|три|четыре|пять|шесть|семь|восемь|девять|десять|сто|тысяч|миллион)|[一二三四五六七八九十百千万两]/iu;
const time =
  /\b\d{3,4}s?\b|\d{1,2}[:.]\d{2}|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|century|daily|weekly|monthly|yearly)\b|январ|феврал|март|апрел|(?<!\p{L})ма[йя](?!\p{L})|июн|июл|август|сентябр|октябр|ноябр|декабр|век[еа]?(?!\p{L})|\d+\s?[年月日]|世纪/iu;
const properName = /\p{L}[\p{L},'’-]*\s+(?:\p{Lu}\p{Ll}+|\p{Lu}{2,})/u;
const reason =
  /\b(?:because|since|due to|in order to|so that|therefore|caused?|reason|as a result|leads? to)\b|потому что|так как|поскольку|из-за|чтобы|причин|благодаря|因为|由于|所以|为了|\bweil\b|\bparce que\b/iu;
const definition =
  /\b(?:is|are|was|were) (?:an?|the|one)\b|\b(?:means|refers to|is defined as|is called|stands for)\b|\s[—–-]\s(?:это)?|(?<!\p{L})(?:является|называется|представляет собой)|是(?:一|指)|指的是|称为|\bist (?:ein|eine|der|die|das)\b|\best (?:un|une|le|la)\b/iu;

const patterns: Record<AnswerKind, RegExp> = {
  number,
  time,
  person: properName,
  place: properName,
  definition,
  reason,
};

/** Whether a sentence holds the kind of thing that is asked for. */
export function holdsAnswerKind(kind: AnswerKind, sentence: string): boolean {
  return patterns[kind].test(sentence);
}
