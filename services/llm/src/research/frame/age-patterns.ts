import { compile, notMeasured, notMeasuring, order, sign, who } from './participant-words.ts';

const tens = 'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety';
const age = `(?:\\d{1,3}(?!\\d)|eighteen|(?:${tens})(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?)`;
const span = `${age}(?:\\s*(?:-|–|to|and|до|и)\\s*${age})?`;
const year = 'years?|yrs?|лет|года?';
const years = `(?:\\s*(?:(?:${year})(?:[\\s-]+old|\\s+of\\s+age)?|y(?:\\/?o)?)(?![\\p{L}]))`;
const side = 'over|under|above|below';
const older = `(?:${side}|older|younger|up(?!\\s+to(?![\\p{L}]))|upwards?|старше|младше|моложе)`;
const orOlderInWords = `\\s*(?:and|or|и|или)\\s+${older}`;
const orOlder = `(?:${orOlderInWords}|\\s*\\+|[\\s-]plus)`;
const bounded = `(?:${order}|${sign}|between|from|of|старше|младше|моложе)`;
const decade =
  '(?:teens|twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties|\\d0s)';
const part = '(?:(?:early|mid|late)(?:[\\s-]+(?:to|or|and)[\\s-]+(?:mid|late))?[\\s-]+)?';
const group = '(?:groups?|ranges?|brackets?|bands?)';
/** What may stand behind an age that tells no unit: nothing that it may be a number of. */
const end =
  '(?=\\s*(?:$|[.,;:?!)]|(?:and|or|in|for|with|on|since|who|that|treated|taking|и|или|с|у|при)(?![\\p{L}])))';

/** Behind a number without a unit; `plus` goes on with something else too: `interleukin 2 plus insulin`. */
const orOlderThanBare = `(?:${orOlderInWords}|\\+|-plus|\\s+(?:\\+|plus)${end})`;
/** How old people may be, where nothing tells that an age is meant. */
const plausible = `(?:\\d{1,2}|1[01]\\d)(?!\\d)|eighteen|(?:${tens})(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?`;
/** Behind these a number is of how many take part. */
const notSize =
  '(?<!(?<![\\p{L}])(?:enrol\\p{L}*|size|number|числ\\p{L}*|количеств\\p{L}*)\\s+(?:(?:of|is)\\s+)?(?:\\p{L}+\\s+)?)';

/** Words that tell how old those are who take part. */
export const agePatterns = compile(
  `(?:(?:in|at|from)\\s+)?(?:the\\s+)?(?:${part}${decade}|${span}${years}?${orOlder}?)[\\s-]+age[\\s-]+${group}`,
  `(?:age[\\s-]+${group}|в(?:\\s+)возрастн[а-яё]+\\s+групп[а-яё]+)\\s+(?:${bounded}\\s*)?(?:${span}${years}?${orOlder}?|${part}${decade})`,
  `(?:(?:${side})\\s+)?(?:their|his|her)\\s+${part}${decade}(?:\\s*(?:,|and|or|to|-|–)\\s*${part}${decade})*${orOlder}?`,
  `(?:(?:over|under|above|below|up to|until|from|by|at least|minimum|maximum)\\s+)?(?:the\\s+)?(?:aged?|ages|в возрасте)\\s+(?:of\\s+)?(?:${bounded}\\s*)?${span}${years}?${orOlder}?`,
  `(?:${bounded}\\s*)?${span}[\\s-]*(?:(?:years?|yrs?|months?|mos?|weeks?|wks?|days?)[\\s-]+olds?|years?\\s+of\\s+age|yo|y\\/o)(?![\\p{L}])${orOlder}?`,
  `(?:(?:not|no|не)\\s+)?(?:older than|younger than|старше|младше|моложе)\\s+${span}${years}?${notMeasured}`,
  `(?:the\\s+)?(?:over|under)(?:[\\s-]?\\d{1,2}['’]?s|-\\d{1,2}(?=\\s+(?:${who})))`,
  `(?:from|от|до)\\s+${span}\\s+лет`,
  `(?<=(?:${who})\\s+)(?:${notSize}(?:${side})\\s+${span}${years}?${notMeasured}|${notSize}(?:${sign})\\s*(?:${plausible})${years}?${notMeasured}|${age}\\s*(?:-|–|to)\\s*${age}${years}?${notMeasured}|${age}\\s*\\+)`,
  `${notMeasuring}${span}(?:${years}${orOlder}|${orOlderThanBare})(?!\\s*(?:[a-z]+\\s+)?(?:${who}))`,
  `${notMeasuring}${notSize}(?:(?:${side})\\s+|(?:${sign})\\s*)(?:${span}${years}|(?:${plausible})${end})${notMeasured}`,
  `between\\s+${age}\\s+and\\s+${age}${years}`,
);
