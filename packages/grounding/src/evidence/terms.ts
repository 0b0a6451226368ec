import type { Analyzer } from '@lectern/retrieval';

/** Words of asking and telling: they say what to do, not what about. */
const instruction =
  /(?<!\p{L})(?:please|tell|explain|describe|list|give|show|find|mention(?:ed)?|discuss(?:ed)?|according|exact(?:ly)?|document|text|article|answer|question|mean(?:s|t)?|kind|type|sort|name|many|much|пожалуйста|расскажи(?:те)?|объясни(?:те)?|опиши(?:те)?|покажи(?:те)?|найди(?:те)?|назови(?:те)?|скажи(?:те)?|согласно|документ(?:е|а|у|ы)?|стать[яеи]|текст(?:е|а)?|такое|такой|такая)(?!\p{L})|请问|请|告诉我|什么|多少|哪些|哪个|如何|怎么|为什么|怎样/giu;

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
