/** Words that tell how many or how old the participants are, and the text without them. */
export interface FoundParticipants {
  readonly said: readonly string[];
  readonly rest: string;
}

const number = '\\d{1,3}(?:[ ,.\u00a0]\\d{3})+|\\d+';
const order =
  '(?:more|fewer|less|greater|larger) than|over|under|above|below|at least|at most|up to|no (?:more|fewer|less) than|a (?:minimum|maximum) of|exactly|about|(?:не )?(?:более|менее|больше|меньше)(?: чем)?|свыше|как минимум|минимум|максимум|до|от';
const who =
  'participants|patients|people|persons|subjects|volunteers|adults|children|women|men|участник[а-яё]*|пациент[а-яё]*|человек[а-яё]*|больных|добровольц[а-яё]*|дет[а-яё]*|женщин[а-яё]*|мужчин[а-яё]*';
const having =
  '(?:(?:with|of|in|on|having|that|which|enrol\\w*|includ\\w*|recruit\\w*|involv\\w*|с|со|при|участием|включ[а-яё]*)\\s+)*';
const unit = '(?:years?(?:[\\s-]+old|\\s+of\\s+age)?|yrs?|лет|года?)';
const span = `(?:${number})(?:\\s*(?:-|–|to|and|до|и)\\s*(?:${number}))?`;
const notMeasured =
  '(?!\\s*(?:[mkµu]?g|mcg|ml|iu|units?|%|weeks?|months?|days?|мк?г|мл|ме|недел|месяц|дн))';
const patterns = [
  `${having}(?:${order})\\s+(?:${number})\\s+(?:${who})(?:\\s+(?:enrol\\w*|in total))?`,
  `${having}(?:числом|количеством|число|количество)\\s+(?:${who})\\s+(?:${order})\\s+(?:${number})`,
  `${having}(?:enrol?lment|(?:a )?sample size|number of (?:${who}))\\s+(?:of\\s+|is\\s+)?(?:${order}|>=?|<=?|≥|≤)\\s*(?:${number})`,
  `(?:aged?|ages|в возрасте)\\s+(?:(?:${order}|between|from|старше|младше)\\s+)?${span}(?:\\s+${unit})?(?:\\s+(?:and|or)\\s+(?:over|older|above|under|younger))?`,
  `(?:(?:not|no|не)\\s+)?(?:older than|younger than|over the age of|under the age of|старше|младше|моложе)\\s+${span}(?:\\s+${unit})?${notMeasured}`,
  `(?<=(?:${who})\\s+)(?:over|under|above|below)\\s+${span}(?:\\s+${unit})?${notMeasured}`,
  `(?:over|under|above|from|от|до)\\s+${span}\\s+(?:years old|years of age|лет)`,
].map((pattern) => new RegExp(`(?<![\\p{L}\\d])(?:${pattern})(?![\\p{L}\\d])`, 'giu'));

/** `More than 500 participants`, `women over 60`: neither service can be asked for it. */
export function readParticipants(text: string): FoundParticipants {
  const said: string[] = [];
  let rest = text;
  for (const pattern of patterns) {
    rest = rest.replaceAll(pattern, (match) => {
      said.push(match.trim());
      return ' ';
    });
  }
  return { said, rest };
}
