import type { RecordDate } from '@lectern/contracts';
import { momentPattern } from './read-moment.ts';

/** Which date of a record a question filters by, and the text without the words that say it. */
export interface FoundDateKind {
  /** Null where no words say it. */
  readonly kind: RecordDate | null;
  /** A second kind of date, which a frame has no room for, with its date. */
  readonly aside: readonly string[];
  readonly rest: string;
}

/** Words for each date; kinds that hold the words of others come first. */
const kinds: readonly (readonly [RecordDate, string])[] = [
  [
    'results_posted',
    'results?(?:\\s+(?:were|was|are|first))*\\s+(?:posted|published|reported|submitted)|(?:posted|published)\\s+results?|результат\\S*\\s+(?:опубликован|размещ)\\S*|(?:опубликованн|размещ[её]нн)\\S*\\s+результат\\S*',
  ],
  ['primary_completion', 'primary\\s+completion(?:\\s+date)?|первичн\\S*\\s+заверш\\S*'],
  [
    'updated',
    '(?:last\\s+)?(?:updated|modified|revised)|last\\s+update|(?:последн\\S*\\s+)?обновл\\S*|измен[её]нн\\S*',
  ],
  [
    'first_posted',
    '(?:first\\s+)?(?:posted|registered|submitted)|registration(?:\\s+date)?|(?:впервые\\s+)?(?:зарегистрирован|размещ[её]н)\\S*',
  ],
  [
    'completion',
    '(?:(?:due|expected|planned|set|scheduled|estimated)\\s+to\\s+)?(?:complet(?:ed|es?|ing)|finish(?:ed|es|ing)?|end(?:ed|s|ing)|(?<=to\\s)end|conclud(?:ed|es?|ing))|(?:estimated\\s+)?completion(?:\\s+date)?|(?:(?:должн\\S*|планиру\\S*)\\s+)?(?:заверш|законч|оконч)\\S*',
  ],
  [
    'start',
    'start(?:ed|s|ing)?(?:\\s+date)?|began|begun|launched|initiated|commenced|начат\\S*|начавш\\S*|начинающ\\S*|начал(?:ись|ось|ся)|запущенн\\S*|стартова\\S*|дат\\S*\\s+начала',
  ],
  ['published', 'published|appeared|came\\s+out|опубликован\\S*|вышедш\\S*|вышл[аио]'],
];
const filled = '(?:last|past|previous|this|прошл|последн|эт[оа])';
const near = new RegExp(
  `(?<![\\p{L}])(?:${kinds.map(([, words]) => `(${words})`).join('|')})(?![\\p{L}])([^.?!;\\d]{0,25}?)(?<![\\p{L}\\d])(${momentPattern}|${filled})`,
  'giu',
);
/** Words that are read again: as a status, of results, or together with the date. */
const isReadAgain =
  /^(?:completed|finished|started|starting|began|begun|published|launched|initiated|заверш[её]нн|законченн|начат|начавш|опубликованн|вышедш)|результат|results?/iu;

/** `Completed in 2021`, `last updated since March`: the words that stand next before a date. */
export function readDateKind(text: string): FoundDateKind {
  let kind: RecordDate | null = null;
  const aside: string[] = [];
  const rest = text.replaceAll(near, (match, ...groups: (string | undefined)[]) => {
    const index = groups.slice(0, kinds.length).findIndex((words) => words !== undefined);
    const found = kinds[index]?.[0] ?? null;
    const said = groups[index] ?? '';
    if (kind !== null && kind !== found) {
      aside.push(match.trim());
      return ' ';
    }
    kind = found;
    return isReadAgain.test(said) ? match : ` ${match.slice(said.length)}`;
  });
  return { kind, aside, rest };
}
