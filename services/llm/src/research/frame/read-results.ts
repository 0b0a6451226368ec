/** Whether studies with posted results are asked for, or those without. */
export interface FoundResults {
  /** Null where the question asks for neither. */
  readonly hasResults: boolean | null;
  /** The words that say it. */
  readonly said: readonly string[];
  readonly rest: string;
}

const posted =
  '(?:(?:any|the|their|its|yet|already|been|posted|published|reported|available|known|свои|уже|опубликованн\\S*|размещ[её]нн\\S*|известн\\S*|имеющ\\S*)\\s+)*';
const after = '(?:\\s+(?:yet|posted|published|reported|available))*(?![\\p{L}])';
/** A clause that tells it: `whose results have not been posted`, `for which no results are available`. */
const clause = (said: 'no' | 'not' | 'some') => {
  const denial = said === 'not' ? "(?:n['’]t|\\s+not|\\s+never)" : '';
  const english = `(?:where|whose|for which)\\s+(?:the\\s+)?${said === 'no' ? 'no\\s+' : ''}results\\s+(?:have|has|are|were)${denial}\\s+(?:(?:yet|already)\\s+)*(?:been\\s+)?(?:posted|published|reported|available)(?:\\s+yet)?`;
  const russian = `результаты\\s+котор[а-яё]+\\s+(?:(?:уже|ещё|еще|пока)\\s+)*${said === 'not' ? 'не\\s+' : ''}(?:были\\s+)?(?:опубликован|размещ[её]н|выложен)[а-яё]*`;
  return said === 'no' ? english : `(?:${english}|${russian})(?![\\p{L}])`;
};
/** Ways to ask for results or for none; the latter come first, since they hold the words of the former. */
const ways: readonly (readonly [boolean, RegExp])[] = [
  [
    false,
    rule(
      `${clause('not')}|${clause('no')}|(?:(?:that|which)\\s+)?(?:without|with no|lacking|have no|has no|having no|(?:have|has) not (?:posted|reported|published)|did not (?:post|report|publish)|no|без|не имеющ\\S*|у которых нет)\\s+${posted}(?:results|результат(?:ов|ы))${after}`,
    ),
  ],
  [
    true,
    rule(
      `${clause('some')}|(?:(?:that|which)\\s+)?(?:with|having|have|has|posted|reported|с|со|имеющ\\S*|у которых есть)\\s+${posted}(?:results|результат(?:ами|ы))${after}`,
    ),
  ],
];

function rule(pattern: string): RegExp {
  return new RegExp(`(?<![\\p{L}])(?:${pattern})`, 'giu');
}

/** `With results`, `that have not posted results`, `без результатов`. */
export function readResults(text: string): FoundResults {
  let hasResults: boolean | null = null;
  const said: string[] = [];
  let rest = text;
  for (const [value, pattern] of ways) {
    rest = rest.replaceAll(pattern, (match) => {
      hasResults ??= value;
      said.push(match);
      return ' ';
    });
  }
  return { hasResults, said, rest };
}
