import { takeNames } from './read-negated.ts';

/** What may be there or not, and the text without it. */
export interface FoundOptional {
  readonly said: readonly string[];
  readonly rest: string;
}

const withSomething = '(?:together\\s+|combined\\s+|in combination\\s+)?with';
const leads = new RegExp(
  `(?<![\\p{L}])(?:${[
    'with\\s*(?:or|and|\\/)\\s*without|with or with ?out|without or with|regardless of|irrespective of',
    `(?:either\\s+)?(?:alone|as monotherapy|by itself),?\\s+or\\s+(?:${withSomething}|plus|added to)`,
    `(?:either\\s+)?${withSomething}\\s+or\\s+without`,
    'с(?:о)?\\s+или\\s+без|без\\s+или\\s+с(?:о)?|независимо\\s+от|вне\\s+зависимости\\s+от',
    '(?:отдельно|в\\s+монотерапии|сам\\S*\\s+по\\s+себе),?\\s+(?:или|либо)\\s+(?:в\\s+(?:сочетании|комбинации)\\s+)?с(?:о)?',
  ].join('|')})\\s+(?:(?:the|a|an|any|prior|previous|concomitant)\\s+)*`,
  'iu',
);
const around =
  /(?<![\p{L}])(?:с(?:о)?|как\s+с(?:о)?)\s+[\p{L}-]+(?:\s+[\p{L}-]+)?,?\s+(?:или|либо|и|так\s+и)\s+без\s+(?:него|не[её]|них)(?![\p{L}])|(?<![\p{L}])with\s+[\p{L}-]+(?:\s+[\p{L}-]+)?\s+or\s+without(?:\s+(?:it|them))?(?=\s*(?:[,.;?!]|$|in\b|for\b|among\b|after\b|since\b))/giu;
const results = /^(?:(?:posted|published)\s+)?results|^(?:опубликованн\S*\s+)?результат\S*/iu;

/** `With or without insulin`: records with it and without it are asked for alike, so it is told, not searched for. */
export function readOptional(text: string): FoundOptional {
  const said: string[] = [];
  let done = '';
  let rest = text.replaceAll(around, (match) => {
    said.push(match.trim());
    return ' ';
  });
  for (let match = leads.exec(rest); match; match = leads.exec(rest)) {
    const after = rest.slice(match.index + match[0].length);
    const named = results.exec(after)?.[0] ?? takeNames(after);
    done += rest.slice(0, match.index) + (named ? ' ' : match[0]);
    if (named) said.push(match[0] + named);
    rest = after.slice(named.length);
  }
  return { said, rest: done + rest };
}
