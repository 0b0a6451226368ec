import { readConditions, readInterventions, takenOut } from '../../frame/read-names.ts';

/** What an answer in Russian says of a record, by stems, in the words in which the record says it. */
const phrases: readonly (readonly [string, string])[] = [
  ['двойн\\S* слеп\\S*', 'double-blind'],
  ['открыт\\S* (?=исследован|испытан)', 'open-label '],
  ['плацебо-контролируем\\S*', 'placebo-controlled'],
  ['нерандомизированн\\S*', 'not randomized'],
  ['рандомиз\\S*', 'randomized'],
  ['ослепл\\S*', 'blinded'],
  ['наблюдательн\\S*', 'observational'],
  ['интервенционн\\S*', 'interventional'],
  ['ретроспективн\\S*', 'retrospective'],
  ['проспективн\\S*', 'prospective'],
  ['многоцентров\\S*', 'multicenter'],
  ['исследовани\\S*|испытани\\S*', 'study'],
  ['клиническ\\S*', 'clinical'],
  ['публикаци\\S*|стать[яиюе]', 'publication'],
  ['опубликован\\S*|вышл[аои]', 'published'],
  ['начат\\S*|начал\\S*|стартовал\\S*|старт', 'start'],
  ['первичн\\S* завершени\\S*|основн\\S* завершени\\S*', 'primary completion'],
  ['(?:первичн|основн)\\S* исход\\S*', 'primary outcome'],
  ['исход\\S*', 'outcome'],
  ['завершени\\S*|окончани\\S*', 'completion'],
  ['заверш\\S*|законч\\S*|оконч\\S*', 'completed'],
  ['прекращ\\S*', 'terminated'],
  ['отозван\\S*', 'withdrawn'],
  ['приостановлен\\S*', 'suspended'],
  ['причин\\S*', 'why'],
  ['набор\\S*', 'recruiting'],
  ['фаз\\S*', 'phase'],
  ['участник\\S*|участвовал\\S*', 'participants'],
  ['пациент\\S*', 'patients'],
  ['взросл\\S*', 'adults'],
  ['дет(?:и|ей|ям|ьми|ях)', 'children'],
  ['спонсор\\S*|спонсируе\\S*', 'sponsor'],
  ['статус\\S*', 'status'],
  ['эффективн\\S*|эффективен', 'effective'],
  ['безопасн\\S*|безопасен', 'safe'],
  ['плацебо', 'placebo'],
  ['улучш\\S*|лучше|превосход\\S*|превзош\\S*', 'better'],
  ['ухудш\\S*|хуже', 'worse'],
  ['увелич\\S*|повыс\\S*|повыш\\S*|выше|больше|чаще', 'increased'],
  ['сниз\\S*|сниж\\S*|уменьш\\S*|ниже|меньше|реже', 'reduced'],
  ['значительно|значим\\S*|достоверно', 'significantly'],
  ['удво\\S*|вдвое', 'doubled'],
  ['умер\\S*|погиб\\S*', 'died'],
  ['найден\\S*|нашл\\S*', 'found'],
  ['описан\\S*|описыва\\S*', 'described'],
  ['медиан\\S*', 'median'],
  ['врем(?:я|ени)', 'time'],
  ['сравнени\\S*', 'comparison'],
  ['заня\\S*|состав\\S*', ''],
  ['сокра[тщ]\\S*|короче|быстрее|ускор\\S*', 'shorter'],
  ['дольше|удлин\\S*|замедл\\S*|медленнее', 'longer'],
  ['выздоровлени\\S*|восстановлени\\S*', 'recovery'],
  ['смертност\\S*', 'mortality'],
  ['лечени\\S*', 'treatment'],
  ['лихорадк\\S*', 'fever'],
  ['дн(?:я|ей|и|ям)|день', 'days'],
  ['недел\\S*', 'weeks'],
  ['год\\S*|лет', ''],
  ['январ\\S*', 'January'],
  ['феврал\\S*', 'February'],
  ['март\\S*', 'March'],
  ['апрел\\S*', 'April'],
  ['ма[йяе]', 'May'],
  ['июн\\S*', 'June'],
  ['июл\\S*', 'July'],
  ['август\\S*', 'August'],
  ['сентябр\\S*', 'September'],
  ['октябр\\S*', 'October'],
  ['ноябр\\S*', 'November'],
  ['декабр\\S*', 'December'],
  ['не|нет|ни', 'not'],
  ['без', 'without'],
  ['и|а|в|во|на|с|со|по|у|о|об|от|до|из|к|при|для|это|этом|этого|был[аои]?|был|чем|или|но', ''],
].map(([russian = '', english = '']) => [russian, english]);

const patterns = phrases.map(
  ([russian, english]) =>
    [
      new RegExp(`(?<![\\p{L}])(?:${russian.replaceAll('\\S*', '[а-яё]*')})(?![\\p{L}])`, 'giu'),
      english,
    ] as const,
);
const cyrillic = /\p{Script=Cyrillic}/u;

/** Russian has one word where English records have either of two. */
const otherWords = [
  { own: /\b(?:short|fast|quick|accelerat)/i, word: /\bshorter\b/g, other: 'reduced' },
  { own: /\bwithdrawn\b/i, word: /\bwithdrawn\b/g, other: 'retracted' },
];

/** A name in Cyrillic letters makes no text Russian. */
function isRussian(text: string): boolean {
  const count = (pattern: RegExp) => (text.match(pattern) ?? []).length;
  return count(/\p{Script=Cyrillic}/gu) > count(/\p{Script=Latin}/gu);
}

/** Words of a claim as an English record has them; a word that is unknown here stays and is found in none. */
export function inEnglish(claim: string, held: string): string {
  if (!cyrillic.test(claim) || isRussian(held)) return claim;
  const interventions = readInterventions(claim);
  const conditions = readConditions(interventions.rest);
  const plain = patterns.reduce(
    (text, [russian, english]) => text.replaceAll(russian, english),
    conditions.rest.replaceAll(takenOut, ' '),
  );
  const told = otherWords.reduce(
    (text, { own, word, other }) => (own.test(held) ? text : text.replaceAll(word, other)),
    plain,
  );
  return [told, ...interventions.names, ...conditions.names].join(' ');
}
