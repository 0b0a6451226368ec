/**
 * Anywhere in a question these leave it open what a number is of, and whether it is wanted: words that
 * ask against something, parts of a study, what befell somebody.
 */
const doubtful =
  /(?<![\p{L}])(?:none|neither|nor|never|not?|cannot|\p{L}+n['’]t|without|except\w*|exclud\w*|ignor\w*|omit\w*|skip\w*|hid(?:e|ing)|drop\w*|remov\w*|avoid\w*|lack\w*|unless|fail\w*|instead|rather|either|arms?|(?:sub)?groups?|cohorts?|sites?|cent(?:er|re)s?|each|every|per|deaths?|died|events?|effects?|reactions?|relapses?|dropouts?|withdrawals?|missing|не|ни|нет|кроме|без|исключ[а-яё]*|убрать|убери(?:те)?|скр(?:ой(?:те)?|ыть)|вместо|либо|(?:под)?групп[а-яё]*|центр[а-яё]*|кажд[а-яё]*|умер[а-яё]*|смерт[а-яё]*)(?![\p{L}])/iu;
const orBefore = /(?<![\p{L}])(?:or|или)\s*$/iu;
const orAfter = /^\s*,?\s*(?:or|или)(?![\p{L}])/iu;
/** How a size begins that is said of studies. */
const leads =
  /^(?:with|having|that|which|where|с|со|где|в\s+котор|при участи|участи|enrol|includ|recruit|involv|включ|sample|number|числ|количеств)/iu;
/** What stands before one that begins with its number, or with "of". */
const opens =
  /(?:^|[,;:(]|(?<![\p{L}])(?:trials?|stud(?:y|ies)|ha(?:s|ve|d)|исследовани[а-яё]*|испытани[а-яё]*))\s*$/iu;
const opensOf = /(?:trials?|stud(?:y|ies))\s*$/iu;
/** What does not tell which of the participants are counted. */
const goesOn =
  /^\s*(?:$|[.,;:!?)]|(?:and|in|for|with|since|from\s+\d|after|before|between|by|starting|started|beginning|began|published|completed|posted|recruiting|и|в|во|с|со|по|за|до|после|начат[а-яё]*|опубликован[а-яё]*|заверш[её]н[а-яё]*|набира[а-яё]*)(?![\p{L}]))/iu;
const someOf =
  /(?<![\p{L}])(?:adults|children|women|men|дет[а-яё]*|женщин[а-яё]*|мужчин[а-яё]*)(?![\p{L}])/iu;
/** Who cannot be but participants, or words that count them. */
const countsAll =
  /participants|enrollees|участник|участи|enrol|recruit|includ|involv|randomi|sample size|number of|total|числ|количеств|включ/iu;
const anybody = /(?<![\p{L}])(?:people|persons|человек[а-яё]*)/iu;
const mayBeAge =
  /(?<![\p{L}])(?:over|under|above|below)(?![\p{L}])|[<>≤≥]|\d\s*(?:-|–|to|до)\s*\d/iu;
const oldest = 120;

/**
 * Whether words for a number of participants say so plainly that nothing else can be meant: of whole
 * studies, of all their participants, and wanted. What is doubtful is told and not searched for: a
 * filter that nobody asked for hides studies.
 *
 * @param around What stands before and after them, without other sizes.
 */
export function isPlainSize(words: string, around: readonly string[]): boolean {
  const [before = '', after = ''] = around;
  if (doubtful.test(before) || doubtful.test(after)) return false;
  if (orBefore.test(before) || orAfter.test(after) || !goesOn.test(after)) return false;
  if (someOf.test(words) || !isOfStudies(words, before)) return false;
  return countsAll.test(words) || !(anybody.test(words) || isSmallAndMayBeAge(words));
}

function isOfStudies(words: string, before: string): boolean {
  if (/^(?:in|on|при(?! участи))\s/iu.test(words)) return false;
  return /^of\s/iu.test(words) ? opensOf.test(before) : leads.test(words) || opens.test(before);
}

/** `Over 60 patients`, `18-65 patients`. */
function isSmallAndMayBeAge(words: string): boolean {
  const numbers = words.match(/\d+/gu) ?? [];
  return numbers.every((digits) => Number(digits) <= oldest) && mayBeAge.test(words);
}
