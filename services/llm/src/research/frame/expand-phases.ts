/** What may stand behind `phase 2 and more`, which can be of something else: `and more recent trials`. */
const end =
  '(?=\\s*(?:$|[.,;:?!)])|\\s+(?:clinical\\s+)?(?:trials?|stud(?:y|ies)|ones?|of|in|for|on|with|that|which|since|from|about|are|is)(?![\\p{L}])|\\s+[а-яё])';
/** The same behind `phase 2 and higher`: `asthma trials`, but not `dose trials`. */
const endOrTopic = `(?:${end}|(?=\\s+(?:(?!dos(?:es?|age)|rates?|risks?|levels?)[\\p{L}\\d-]+\\s+){1,3}(?:trials?|stud(?:y|ies))(?![\\p{L}])))`;
/** `Phase 3 and above 65 years`, `above normal weight`. */
const noMeasure = '(?!\\s+(?:\\d|the(?![\\p{L}])|normal|average|age))';
const above = `(?:(?:above|beyond|up(?:wards?)?(?!\\s+to))(?![\\p{L}])${noMeasure}|(?:higher|later)${endOrTopic}|(?:greater|more)${end})`;
const below = `(?:(?:below|under)(?![\\p{L}])${noMeasure}|(?:lower|earlier)${endOrTopic}|less${end})`;
const digit = '(?:[0-4]|i{1,3}|iv|one|two|three|four)';
const number = `${digit}(?![\\p{L}\\p{N}])(?!\\s*(?:[/,–-]|to|through)\\s*\\d)`;
/** Behind the first phase of a study: the letter of its part, or the second phase. */
const part = `[ab]?(?![\\p{L}\\p{N}])(?:\\s*[/–-]\\s*${digit}[ab]?(?![\\p{L}\\p{N}]))?`;
const numberAndEnding =
  '(?:[0-4]|i{1,3}|iv|перв|втор|трет|четв[её]рт)(?:-?[а-яё]{1,3})?(?![\\p{L}\\p{N}])';

interface Stretch {
  readonly said: RegExp;
  readonly as: string;
}

function stretch(said: string, as: string): Stretch {
  return { said: new RegExp(`(?<![\\p{L}])(?:${said})`, 'giu'), as };
}

const stretches: readonly Stretch[] = [
  stretch(
    `(phases?\\s*-?\\s*${digit})${part}(\\s+(?:trials?|stud(?:y|ies)))?,?\\s+(?:and|or)\\s+${above}`,
    '$1-4$2',
  ),
  stretch(`(phases?\\s*-?\\s*${digit})${part}\\+(?![\\p{L}\\p{N}])`, '$1-4'),
  stretch(
    `(?:at\\s+least|(?:no|not)\\s+(?:earlier|lower|less)\\s+than)\\s+(phases?\\s*-?\\s*${number})`,
    '$1-4',
  ),
  stretch(
    `(?:starting\\s+)?from\\s+(phases?\\s*-?\\s*${number})\\s+(?:on(?:wards?)?|up(?:wards?)?)(?!\\s+to)`,
    '$1-4',
  ),
  stretch(
    `(phases?\\s*-?\\s*)(${number})(\\s+(?:trials?|stud(?:y|ies)))?,?\\s+(?:and|or)\\s+${below}`,
    '$10-$2$3',
  ),
  stretch(
    `(?<!phases?\\s*-?\\s*(?:[0-4]|i{1,3}|iv)\\s+)(?:up\\s+to|at\\s+most|(?:no|not)\\s+(?:later|higher|more)\\s+than)\\s+(phases?\\s*-?\\s*)(${number})`,
    '$10-$2',
  ),
  stretch(
    `(${numberAndEnding})(\\s+фаз[а-яё]*),?\\s+(?:и|или)\\s+(?:выше|старше|позже|далее)`,
    '$1-4$2',
  ),
  stretch(
    `(фаз[а-яё]*\\s+)(${numberAndEnding}),?\\s+(?:и|или)\\s+(?:выше|старше|позже|далее)`,
    '$1$2-4',
  ),
  stretch(
    `(?:не\\s+(?:ниже|раньше)|начиная\\s+с[о]?)\\s+(${numberAndEnding})(\\s+фаз[а-яё]*)`,
    '$1-4$2',
  ),
  stretch(`(${numberAndEnding})(\\s+фаз[а-яё]*),?\\s+(?:и|или)\\s+(?:ниже|раньше)`, '0-$1$2'),
  stretch(`(?:не\\s+(?:выше|позже)|до)\\s+(${numberAndEnding})(\\s+фаз[а-яё]*)`, '0-$1$2'),
];

/** `Phase 2 and above` and `phase 2+` as `phase 2-4`, `up to phase 2` as `phase 0-2`. */
export function expandPhases(text: string): string {
  return stretches.reduce((read, { said, as }) => read.replaceAll(said, as), text);
}
