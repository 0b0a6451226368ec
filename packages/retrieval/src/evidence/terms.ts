import type { Analyzer } from '../analysis/analyzer.ts';

/** Words of asking and telling: they say what to do, not what about. */
const instruction =
  /(?<!\p{L})(?:please|tell|explain|describe|list|give|show|find|mention(?:ed)?|discuss(?:ed)?|according|exact(?:ly)?|document|text|article|answer|question|mean(?:s|t)?|kind|type|sort|name|many|much|пожалуйста|расскажи(?:те)?|объясни(?:те)?|опиши(?:те)?|покажи(?:те)?|найди(?:те)?|назови(?:те)?|скажи(?:те)?|согласно|документ(?:е|а|у|ы)?|стать[яеи]|текст(?:е|а)?|такое|такой|такая|каков[аоы]?|нужно|надо|находится|длится)(?!\p{L})|(?:하나요|합니까|됩니까|되나요|입니까|인가요|있습니까|있나요)(?!\p{L})|(?<!\p{L})(?:얼마나?|무엇|누구|언제|어디(?:에서|에|서)?|어떻게|자주)(?!\p{L})|(?:ですか|ますか)|请问|请|告诉我|什么|多少|哪些|哪个|如何|怎么|为什么|怎样/giu;

/** Words such as `today`, which mean another day for who asks than for who wrote. */
const relativeDay =
  /(?<!\p{L})(?:tomorrow|tonight|yesterday|послезавтра|завтра|позавчера|вчера)(?!\p{L})|明天|明日|后天|昨天|昨日|前天|今晚/giu;

/** Terms of a question that no text holds, whatever it says: its "tomorrow" is another day. */
export function readRelativeDays(analyzer: Analyzer, question: string): ReadonlySet<string> {
  const words = question.match(relativeDay) ?? [];
  return new Set(words.flatMap((word) => analyzer.analyzeQuery(word)).map(({ term }) => term));
}

/** The telling terms of a question with what each counts; all of its terms where none tells. */
export function readTerms(analyzer: Analyzer, question: string): ReadonlyMap<string, number> {
  const telling = analyzer.analyzeQuery(question.replaceAll(instruction, ' '));
  const terms = telling.length > 0 ? telling : analyzer.analyzeQuery(question);
  return new Map(terms.map(({ term, weight }) => [term, weight]));
}

/**
 * Weighs terms by how few of the texts hold them. A term that none holds counts most, so that it is
 * missed.
 */
export function weighByRarity(
  terms: ReadonlyMap<string, number>,
  texts: readonly ReadonlySet<string>[],
): ReadonlyMap<string, number> {
  return new Map(
    [...terms].map(([term, weight]) => {
      const holding = texts.filter((text) => text.has(term)).length;
      return [term, weight * Math.log(1 + (texts.length + 1) / (holding + 1))];
    }),
  );
}

/** Share of the weight that lies on terms for which the test holds, 0 to 1. */
export function shareHeld(
  weights: ReadonlyMap<string, number>,
  holds: (term: string) => boolean,
): number {
  let total = 0;
  let held = 0;
  for (const [term, weight] of weights) {
    total += weight;
    if (holds(term)) held += weight;
  }
  return total > 0 ? held / total : 0;
}

/** Questions in quotation marks, and what a sample of code asks or searches for. */
const quotedQuestion =
  /["“«「『'‘][^"“”‘«»「」『』\n]{4,200}?[?？]["”»」』'’]|(["'])(?<=\b(?:ask|search|query|question|research|prompt|task)(?:["']?\s{0,3}[:=(]\s{0,9}|\s{1,3})["'])[^"'\n]+\1/giu;

/** A text without the questions that it only quotes, which say nothing of their answers. */
export function withoutQuotedQuestions(text: string): string {
  return text.replaceAll(quotedQuestion, ' ');
}

interface Field {
  readonly name: RegExp;
  /** What asks for it; the first field that a question asks for counts. */
  readonly askedBy: RegExp;
  /** Words of such a question. */
  readonly words: string;
}

/** Fields of a mail, whose names are not those that people ask by. */
const fields: readonly Field[] = [
  {
    name: /^(?:to|an|à|para|кому|收件人|收件者|宛先)$/iu,
    askedBy:
      /\bto whom\b|\bwhom?\b.{1,200}?(?:\bto\s?\?|\breceived?\b)|\brecipient|(?<!\p{L})кому(?!\p{L})|получател|给谁|給誰|\ban wen\b/iu,
    words: 'sent wrote recipient received addressed отправил прислал написал получатель получил',
  },
  {
    name: /^(?:date|sent|datum|fecha|дата|日期|日付)$/iu,
    askedBy: /\bwhen\b|\bwhat (?:date|day)\b|когда|\bwann\b|什么时候|何时/iu,
    words: 'sent wrote отправил прислал написал отправлено',
  },
  {
    name: /^(?:from|von|de|от|от кого|发件人|寄件者|差出人)$/iu,
    askedBy:
      /\bwhom?\b|\bsender\b|\bauthor\b|(?<!\p{L})кто(?!\p{L})|от кого|отправител|谁|誰|\bwer\b/iu,
    words: 'sent sender wrote author отправил отправитель прислал написал',
  },
];

/** Words by which a question asks for a field other than its name; none where it asks for another. */
export function wordsForField(label: string, question: string): string {
  const field = fields.find(({ askedBy }) => askedBy.test(question));
  return field?.name.test(label) ? field.words : '';
}
