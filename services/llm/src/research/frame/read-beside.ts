import { idsPattern, recordPattern } from './read-ids.ts';
import { readConditions, readInterventions } from './read-names.ts';

const those =
  '(?:(?:those|that|the one|ones|the|тем[аи]?|той?|тому|те)\\s+(?:(?:of|in|from|из|в)\\s+)?)*';
/** Words that place a record beside what is asked for: `similar to NCT04280705`, `see PMID 1`. */
const around = [
  'see(?:\\s+also)?|cf\\.?|e\\.?g\\.?|for example|for instance',
  '(?:similar|comparable|related|close)(?:\\s+(?:trials?|studies|study|papers?|publications?|articles?))?\\s+(?:to|with)',
  'like|akin to|resembl\\w+|such as|as in|(?:as )?compared? (?:with|to)|versus|vs\\.?',
  'in addition to|together with|along with|including|plus|as well as|with',
  'см\\.?(?:\\s+также)?|смотри(?:те)?|например|похож\\S*\\s+на|подобн\\S*|аналогичн\\S*|сходн\\S*\\s+с|вроде|наподобие|типа',
  'наряду с|включая|а также|вместе с',
].join('|');
const aroundPattern = new RegExp(`(?<![\\p{L}])(?:${around})\\s+${those}${idsPattern}`, 'giu');
const strongPattern = new RegExp(aroundPattern.source, 'iu');
const verbs =
  'есть|did|does|do|is|are|was|were|has|have|had|what|which|how|who|whose|when|where|why|its|their|it|что|как|кто|где|когда|какой|какая|какие|чем|его|её|ее|их|завершен\\S*|завершён\\S*';
const joined = new RegExp(
  `(?<![\\p{L}])(?:and|и)\\s+(?:the\\s+)?${idsPattern}|${idsPattern}\\s*,?\\s+(?:and|plus|as well as|и|а также)\\s+(?!(?:${verbs})(?![\\p{L}]))[\\p{L}\\d]`,
  'iu',
);
const ofRecord = new RegExp(
  [
    '(?<![\\p{L}])(?:in|of|from|by|does|did|do|is|are|was|were|has|have|had|can|could|will|would|should|on|about|summari[sz]e|describe|explain|',
    `в|во|из|о|об|у|для|по|ли|опиши\\S*|перескажи\\S*)\\s+${those}(?:${recordPattern}\\s+)*${idsPattern}`,
    `|(?<![\\p{L}])${recordPattern}\\s+${idsPattern}|^\\s*${idsPattern}\\s*(?:[:—–-]|(?=\\s\\p{L}))`,
  ].join(''),
  'iu',
);
/** A second question, for records of a topic: `… of NCT04280705, and are there publications on it?` does not ask one. */
const asksMore = new RegExp(
  `${idsPattern}[^.?!;]*?(?<![\\p{L}])(?:and|и)\\s+(?:\\p{L}+\\s+){0,4}?(?:trials|studies|publications?|papers?|articles?|исследовани[а-яё]*|испытани[а-яё]*|публикаци[а-яё]*|стат[а-яё]+)\\s+(?:on|about|of|with|for|regarding|о|об|про|по|с)\\s+(?!(?:it|its|them|this|that|these|those|the same|нём|нем|ней|них|нему|этому|этом|том)(?![\\p{L}])|${idsPattern})`,
  'iu',
);
/** Records other than those that are named. */
const others = new RegExp(
  `(?<![\\p{L}])(?:other|another|similar|more|друг(?:ие|их|ими|ое|ая)|похожи[ехм]\\S*|ещё|еще)\\s+(?:\\p{L}+\\s+)?${recordPattern}(?![\\p{L}])`,
  'iu',
);
const sentenceEnd = /(?<=[?!;\n]|\.(?=\s))\s*/u;
const anyId = new RegExp(idsPattern, 'iu');

/** The question without the words that place its identifiers beside its topic. */
export function withoutAround(asked: string): string {
  return asked.replaceAll(aroundPattern, ' ');
}

/** Whether words say outright that a record is named beside what is asked for. */
export function isPlacedBeside(asked: string): boolean {
  return strongPattern.test(asked);
}

/**
 * Whether the names of a question are a topic beside its identifiers, to be searched for as well,
 * and not what the records themselves are asked about: `Is it safe? See PMID 1`, but not `What does
 * PMID 1 say about it?`.
 */
export function isTopicBeside(asked: string): boolean {
  if (isPlacedBeside(asked) || joined.test(asked) || others.test(asked) || asksMore.test(asked))
    return true;
  const sentences = asked.split(sentenceEnd);
  const first = sentences.findIndex((sentence) => anyId.test(sentence));
  const before = sentences.slice(0, first).join(' ');
  const isNamedBefore =
    readInterventions(before).names.length + readConditions(before).names.length > 0;
  return isNamedBefore || !sentences.some((sentence) => ofRecord.test(sentence));
}
