export const number = '\\d{1,3}(?:[ ,.\u00a0]\\d{3})+|\\d+';
export const order =
  '(?:more|fewer|less|greater|larger|smaller) than|(?:not )?(?:over|under|above|below)|at least|at most|up to|(?:no|not) (?:more|fewer|less|greater|larger|smaller) than|a (?:minimum|maximum) of|exactly|about|(?:не )?(?:более|менее|больше|меньше)(?: чем)?|(?:не )?свыше|как минимум|минимум|максимум|до|от';
export const who =
  'participants|patients|people|persons|subjects|volunteers|adults|children|women|men|участник[а-яё]*|пациент[а-яё]*|человек[а-яё]*|больных|добровольц[а-яё]*|дет[а-яё]*|женщин[а-яё]*|мужчин[а-яё]*';
export const notMeasured =
  '(?!\\s*(?:[mkµu]?g|mcg|ml|iu|units?|%|weeks?|months?|days?|мк?г|мл|ме|недел|месяц|дн))';
export const sign = '>=?|<=?|=>|=<|≥|≤';
/** Behind these a number is a stage, an age or a measure. */
export const notMeasuring = `(?<!(?<![\\p{L}])(?:stages?|grades?|phases?|class|types?|ecog(?: (?:ps|(?:performance )?status))?|gleason|cd4|ldl|psa|counts?|load|platelets|nyha|aged?|ages|bmi|hba1c|egfr|lvef|fraction|pressure|scores?|levels?|index|стади[а-яё]*|степен[а-яё]*|класс[а-яё]*|тип[а-яё]*|фаз[а-яё]*)\\s+(?:(?:of|from|between|от)\\s+)?(?:(?<=от\\s+)\\d+\\s+)?)`;
/** Patterns of whole words; the 3 of `omega-3` is none. */
export function compile(...patterns: readonly string[]): readonly RegExp[] {
  return patterns.map(
    (pattern) => new RegExp(`(?<![\\p{L}\\d]|\\p{L}-(?=\\d))(?:${pattern})(?![\\p{L}\\d])`, 'giu'),
  );
}
