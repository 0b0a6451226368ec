import { asksAgainstAny, bareNot } from './bare-not.ts';
import { exceptions } from './found-filter.ts';
import { isFiller } from './question-words.ts';
import { readConditions, readInterventions, readOthers, takenOut } from './read-names.ts';

/** What is asked against, and the text without it. */
export interface FoundNegated {
  readonly aside: readonly string[];
  readonly rest: string;
}

const places = 'in|for|on|of|about|with|at|among';
const russianPlaces = 'о|об|обо|про|при|у|для|с|со|на|от|в';
const verbs = 'include|use|involve|mention|concern|cover|contain|address|have|want|show|list';
/** Words that ask against what follows them. `With or without` asks for both, `not only` for more. */
export const asksAgainst = [
  '(?<![\\p{L}])(?<!(?<![\\p{L}])(?:or|или)\\s)(?:',
  [
    exceptions,
    `(?:(?:but )?(?:not|never)|(?:is|are|was|were)n['’]t) (?:${places}|using|involving|including|receiving|taking|mentioning)`,
    'but not',
    '(?:not related|unrelated) to|instead of|rather than',
    'no',
    `(?:(?:do|does|did) not|(?:do|does|did)n['’]t) (?:${verbs})`,
    `(?:но |а )?не (?:${russianPlaces})`,
    '(?:но|а) не',
    'не (?:включа|использу|применя|получа|содерж|упомина|каса|затрагива|участву)[а-яё]*',
    'исключа[а-яё]*|исключен[а-яё]*|исключён[а-яё]*',
  ].join('|'),
  ')\\s+',
  `(?:(?:a|an|the|any|prior|previous|those|ones|trials|studies|publications|papers|articles|patients|people|participants|${places}|${russianPlaces}|исследовани[а-яё]*|испытани[а-яё]*|публикаци[а-яё]*|стат(?:ей|ьи|ьях)|пациент[а-яё]*|участник[а-яё]*|тех|те)\\s+)*`,
].join('');
const lead = new RegExp(`${asksAgainst}|${bareNot}`, 'iu');
/** Before `no`: `Why are there no trials of …`, `Have no trials of …` and `Is it true that no trials of …` ask against nothing. */
export const asksForNone =
  /(?<![\p{L}])(?:(?:are|is|were|was)\s+there|(?:have|has|had)\s+there\s+been|(?:is|was)\s+it\s+(?:true|so|right)\s+that|why\s+(?:do|did|does|have|has)|^\s*(?:have|has|had))\s+$/iu;
const word = /^[\p{L}\d][\p{L}\d'’-]*/u;
const maxWords = 4;
const maxAside = 50;
/** What joins a further name to the one before it. */
const joint = /^\s*(?:,|,?\s(?:and|or|nor|и|или|ни)(?=\s))\s*/iu;
const either = /or|или|ни/iu;
const beforeOr = /^\s*,?\s+(?:or|nor|или|ни)\s/iu;
const comma = /^\s*,\s*$/;

const passive =
  /(?<![\p{L}\d'’-])((?:[\p{L}\d][\p{L}\d'’-]{0,60}\s+){1,3})((?:is|are|was|were)\s+(?:excluded|not\s+(?:included|allowed|permitted|present|wanted|needed))|excluded(?=\s*(?:$|[.,;)]))|(?:исключить|исключ[её]н[а-яё]*|не\s+(?:включ|нуж|интересу)[а-яё]*)(?=\s*(?:$|[.,;)])))(?![\p{L}])/giu;

/** `Where diabetes is excluded`: the name with what is said of it. */
function readPassive(text: string, aside: string[]): string {
  return text.replaceAll(passive, (match, before: string, said: string) => {
    const words = before.trim().split(/\s+/);
    const asked = words.findLastIndex((one) => isFiller(one.toLowerCase())) + 1;
    const named = nameIn(words.slice(asked).join(' '));
    const start = words.findLastIndex((_, index) => nameIn(words.slice(index).join(' ')) === named);
    if (named === '') return match;
    aside.push(`${words.slice(start).join(' ')} ${said}`);
    return `${words.slice(0, start).join(' ')} `;
  });
}

function nameIn(words: string): string {
  return [...readInterventions(words).names, ...readConditions(words).names].join();
}

/** Neither service can leave records out by a name: `without chemotherapy`, `без плацебо`. */
export function readNegated(text: string): FoundNegated {
  const aside: string[] = [];
  let done = '';
  let rest = readPassive(text, aside);
  for (
    let match = lead.exec(rest);
    match;
    match = aside.length < maxAside ? lead.exec(rest) : null
  ) {
    const after = rest.slice(match.index + match[0].length);
    const isNamed = takeName(after) !== undefined;
    // `No evidence of …` and `not responding` ask against nothing.
    const isNoName = match.groups?.bare
      ? !isNamed && !asksAgainstAny(rest, match)
      : /^no\s/i.test(match[0]) &&
        (asksForNone.test(rest.slice(0, match.index)) ||
          (!isNamed && !asksAgainstAny(rest, match)));
    const said = isNoName ? '' : takeNames(after);
    done += rest.slice(0, match.index);
    if (said === '') done += match[0];
    else {
      aside.push(match[0] + said);
      done += ' ';
    }
    rest = after.slice(said.length);
  }
  return { aside, rest: done + rest };
}

/** The names at the beginning of a text, or its first words; of several after `and` those of one kind. */
export function takeNames(text: string): string {
  let taken = takeName(text) ?? takeWords(text);
  const kind = kindOf(taken);
  for (;;) {
    const joined = joint.exec(text.slice(taken.length))?.[0];
    const next = joined && takeListed(text.slice(taken.length + joined.length), joined);
    if (!next || (!either.test(joined) && isOfOther(kindOf(next), kind))) return taken;
    const end = taken.length + joined.length + next.length;
    // A comma alone may begin what is asked for.
    if (comma.test(joined) && !joint.test(text.slice(end))) return taken;
    taken = text.slice(0, end);
  }
}

/** What a list goes on with: a name, or what an `or` joins to those before it. */
function takeListed(text: string, joined: string): string | undefined {
  const name = takeName(text);
  if (name !== undefined) return name;
  const words = takeWords(text);
  const isListed =
    either.test(joined) || (comma.test(joined) && beforeOr.test(text.slice(words.length)));
  return isListed && !isFiller(words.split(' ')[0]?.toLowerCase() ?? '') ? words : undefined;
}

function isOfOther(kind: Kind | undefined, first: Kind | undefined): boolean {
  return kind !== undefined && kind !== first;
}

function takeName(text: string): string | undefined {
  let taken = '';
  for (let count = 0; count < maxWords; count += 1) {
    const space = taken && (/^\s+/.exec(text.slice(taken.length))?.[0] ?? '');
    const next = word.exec(text.slice(taken.length + space.length))?.[0];
    if (!next || isFiller(next.toLowerCase()) || (taken && !space)) return undefined;
    taken += space + next;
    const kind = kindOf(taken);
    if (kind) return takeLonger(text, taken, kind);
  }
  return undefined;
}

/** `Lupus nephritis` is more than lupus. */
function takeLonger(text: string, name: string, kind: Kind): string {
  const next = /^\s+[\p{L}\d][\p{L}\d'’-]*/u.exec(text.slice(name.length))?.[0];
  if (!next || isFiller(next.trim().toLowerCase())) return name;
  const longer = name + next;
  const read = kind === 'condition' ? readConditions : readInterventions;
  return read(longer).rest.endsWith(takenOut) ? takeLonger(text, longer, kind) : name;
}

/** Words that are no name, up to one that is or to a word of every question. */
function takeWords(text: string): string {
  const [first = '', ...others] =
    /^[\p{L}\d][\p{L}\d'’-]*(?: [\p{L}\d][\p{L}\d'’-]*){0,2}/u.exec(text)?.[0].split(' ') ?? [];
  const end = others.findIndex((other) => isFiller(other.toLowerCase()) || kindOf(other));
  return [first, ...(end === -1 ? others : others.slice(0, end))].join(' ');
}

type Kind = 'intervention' | 'condition' | 'other';

function kindOf(words: string): Kind | undefined {
  if (readInterventions(words).names.length > 0) return 'intervention';
  if (readConditions(words).names.length > 0) return 'condition';
  return readOthers(words).names.length > 0 ? 'other' : undefined;
}
