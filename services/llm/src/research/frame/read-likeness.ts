import { idsPattern } from './read-ids.ts';

const study = '(?:(?:clinical\\s+)?(?:trials?|stud(?:y|ies)))';
const russianStudy = '(?:(?:клиническ[а-яё]+\\s+)?(?:исследовани[а-яё]*|испытани[а-яё]*))';
/** What is said of a study that is named; it filters none that are like it. */
const described =
  '(?:(?:(?:already|now|уже)\\s+)?(?:withdrawn|completed|finished|terminated|stopped|suspended|recruiting|ongoing|active|phases?\\s*(?:[0-4]|i{1,3}|iv)(?:\\s*[/-]\\s*(?:[0-4]|i{1,3}|iv))?|(?:отозванн|отмен[её]нн|заверш[её]нн|законченн|прекращ[её]нн|остановленн|приостановленн|идущ)[а-яё]*)\\s+(?:(?:trial|study|исследовани[а-яё]*|испытани[а-яё]*)\\s+)?)*';
const those =
  '(?:(?:those|that|the one|ones|the|тем[аи]?|той?|тому|те)\\s+(?:(?:of|in|from|из|в)\\s+)?)*';
/** Words that ask for studies like those that follow. */
const like = new RegExp(
  [
    '(?<![\\p{L}])(?:',
    `(?:similar|comparable|analogous|close)(?:\\s+${study})?\\s+(?:to|with|as|for)`,
    `|(?<=${study}\\s+(?:\\p{L}+\\s+)?)like|(?:something|anything|others?|more|ones)\\s+like|akin\\s+to|(?:that\\s+)?resembl\\w+|analog(?:ue)?s?\\s+(?:of|to)`,
    `|похож[а-яё]*(?:\\s+${russianStudy})?\\s+на|(?:подобн|аналогичн)[а-яё]*(?:\\s+${russianStudy})?|сходн[а-яё]*(?:\\s+${russianStudy})?\\s+с|вроде|наподобие|аналоги`,
    `)\\s+${those}(${described})(${idsPattern})`,
  ].join(''),
  'giu',
);
/** Studies like those that the question names elsewhere: `NCT04280705 and similar trials`. */
const alike = new RegExp(
  `(?<![\\p{L}])(?:similar|comparable|analogous)\\s+${study}|(?<![\\p{L}])(?:похож|аналогичн|подобн|сходн)[а-яё]*\\s+${russianStudy}`,
  'giu',
);

/** Studies to which a question asks for similar ones, and the question without the words that ask it. */
export interface FoundLikeness {
  readonly similarTo: readonly string[];
  readonly rest: string;
}

/** Which of the studies that a question names it asks for similar ones to. */
export function readLikeness(asked: string, nctIds: readonly string[]): FoundLikeness {
  const said = [...asked.matchAll(like)].map(([, , ids = '']) =>
    ids.replaceAll(/\s/g, '').toUpperCase(),
  );
  const named = nctIds.filter((id) => said.some((ids) => ids.includes(id)));
  if (named.length > 0) {
    const plainly = asked.replaceAll(like, (words, description: string) =>
      description ? words.replace(description, ' ') : words,
    );
    return { similarTo: named, rest: plainly };
  }
  const rest = asked.replaceAll(alike, ' ');
  const isAsked = rest !== asked && nctIds.length > 0;
  return { similarTo: isAsked ? nctIds : [], rest: isAsked ? rest : asked };
}

/** Whether publications like some that are named are asked for. */
export function asksForLikePublications(asked: string): boolean {
  return [...asked.matchAll(like)].some(([, , ids = '']) => /pmid/i.test(ids));
}
