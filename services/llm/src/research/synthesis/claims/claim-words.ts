import type { Analyzer } from '@lectern/retrieval';

/** A word of a sentence that says something. */
export interface ClaimWord {
  /** Its stem, or the kind of saying that it stands for. */
  readonly term: string;
  readonly kind: Kind | undefined;
  /** Place of the denial that it stands behind, if any. */
  readonly denial: number | undefined;
}

export interface ReadClaim {
  readonly words: readonly ClaimWord[];
  readonly terms: ReadonlySet<string>;
  /** Denials, each with the words that it is about, the nearest first. */
  readonly denials: readonly (readonly string[])[];
  /** Says what is to be found out or may be, and not what is. */
  readonly isAim: boolean;
  /** Says that something was found. */
  readonly isFinding: boolean;
}

const outcomes = {
  more: /^(?:higher|highest|increas\p{L}*|greater|greatest|more|elevated|rais(?:e|es|ed)|rose|grew|larger)$/iu,
  less: /^(?:lower|lowers|lowered|lowest|reduc(?:e|es|ed|ing|tion|tions)|decreas\p{L}*|declin\p{L}*|less|fewer|diminish\p{L}*|smaller|fell|dropped)$/iu,
  better: /^(?:better|best|improv\p{L}*|superior|superiority|outperform\p{L}*|beneficial)$/iu,
  worse: /^(?:worse\p{L}*|worst|inferior|inferiority|deteriorat\p{L}*|harmful|harmed)$/iu,
  shorter:
    /^(?:short|shorter|shorten\p{L}*|shortest|faster|quicker|accelerat\p{L}*|speeds|sped)$/iu,
  longer: /^(?:longer|longest|prolong\p{L}*|slower|slowed|delayed)$/iu,
  effective:
    /^(?:effective|effectively|efficacious|works|worked|cures?|cured|heals?|healed|protect(?:s|ed|ive)|prevents|prevented|eliminate[sd]|eradicate[sd])$/iu,
  safe: /^(?:safe|safely|well-tolerated|tolerated)$/iu,
  caused: /^(?:caus(?:es|ed|ing)|induc(?:es|ed|ing)|led|leads)$/iu,
  times: /^(?:doubl(?:es|ed|ing)|halv(?:es|ed|ing)|tripl(?:es|ed|ing)|quadrupl(?:es|ed|ing))$/iu,
  significant: /^(?:significant|significantly)$/iu,
} as const;
const designs = {
  random: /^randomi[sz]\p{L}*$/iu,
  blind: /^(?:(?:double|single|triple|quadruple)-)?(?:blind|mask)(?:ed|ing)?$/iu,
  open: /^open-label$/iu,
  observational: /^observational$/iu,
  interventional: /^interventional$/iu,
  retrospective: /^retrospective(?:ly)?$/iu,
  prospective: /^prospective(?:ly)?$/iu,
  crossover: /^cross-?over$/iu,
  controlled: /^placebo-controlled$/iu,
  multicentre: /^multi-?cent(?:er|re|ric)$/iu,
  single: /^single-arm$/iu,
} as const;
/** Nouns that also name what is to be found out. */
const nouns: readonly (readonly [Outcome, RegExp])[] = [
  ['effective', /^(?:efficacy|effectiveness)$/iu],
  ['safe', /^(?:safety|tolerability)$/iu],
  ['better', /^benefits?$/iu],
];

export type Outcome = keyof typeof outcomes;
type Design = keyof typeof designs;
export type Kind = Outcome | Design;

const kinds = Object.entries({ ...outcomes, ...designs }) as [Kind, RegExp][];

export const opposites: Readonly<Partial<Record<Kind, Kind>>> = {
  more: 'less',
  less: 'more',
  better: 'worse',
  worse: 'better',
  shorter: 'longer',
  longer: 'shorter',
  open: 'blind',
  observational: 'interventional',
  interventional: 'observational',
  retrospective: 'prospective',
  prospective: 'retrospective',
};

export function isOutcome(kind: Kind): kind is Outcome {
  return Object.hasOwn(outcomes, kind);
}

const denying = /^(?:not|no|never|neither|nor|without|none|cannot|не|нет|ни|без|никогда)$/iu;
const border = /^(?:[,;:()]|but|although|though|while|whereas|however|но|а|хотя)$/iu;
const plain =
  /^(?:a|an|the|of|in|on|at|to|for|from|by|with|and|or|as|than|that|this|these|those|it|its|is|are|was|were|be|been|being|has|have|had|do|does|did|yet|also|any|their|which|who|there|between|into|s|study|studies|trials?|patients?|participants?)$/iu;
const aim =
  /\b(?:to (?:evaluat|assess|investigat|determin|examin|compar|test|study|explor|establish|identify|describ|analy[sz]|estimat|find out|see|learn|understand|measur|demonstrat|prov|show|confirm)\w*|aim(?:s|ed)?|objectives?|purpose|goals?|whether|hypothes\w*|will|designed to|evaluat(?:es?|ed|ing)|assess(?:es|ed|ing)?|investigat(?:es?|ed|ing)|(?:is|are) being|(?:primary|secondary) outcomes?|outcome measures?|planned|intended|may|might|could|would|should|if)\b/i;
const finding =
  /\b(?:show(?:s|n|ed)?|demonstrat(?:es?|ed)|prov(?:es?|ed|en)|confirm(?:s|ed)?|establish(?:es|ed)|found|finds|reveal(?:s|ed)|support(?:s|ed)|seen|observed|report(?:s|ed)|has|have|had|is|are|was|were|conclude[sd]?|suggest(?:s|ed)?)\b/i;

/** Longer ways of denying, as the short ones, and words that belong together. */
const rewritten: readonly (readonly [RegExp, string])[] = [
  [/\bcan(?:not|['’]t)\b/giu, 'can not'],
  [/n['’]t\b/giu, ' not'],
  [/\bnot only\b/giu, ''],
  [/\bwhether or not\b/giu, 'whether'],
  [/\bactive,? not recruiting\b/giu, 'active-recruited'],
  [/\bnot yet recruiting\b/giu, 'yet-recruiting'],
  [/\bnon-(?!inferior|small|hodgkin)(?=\p{L})/giu, 'not '],
  [/\bnon(?=randomi|significan|blind|interventional)/giu, 'not '],
  [/\b(?:ineffective|inefficacious)/giu, 'not effective'],
  [/\bunsafe/giu, 'not safe'],
  [/\bun(?=(?:blind|mask|changed|completed|controlled|successful))/giu, 'not '],
  [/\binsignificant/giu, 'not significant'],
  [/\bfail(?:s|ed|ing)? to\b/giu, 'not'],
  [/\b(?:lacks?|lacked|lacking|lack of|absence of)\b/giu, 'no'],
  [/\b(double|single|triple|quadruple)[\s‐-―-]+(?=blind|mask)/giu, '$1-'],
  [/\b(open|single)[\s‐-―-]+(?=label|arm\b)/giu, '$1-'],
  [/\bplacebo[\s‐-―-]+(?=controlled)/giu, 'placebo-'],
  [/\bwell[\s‐-―-]+(?=tolerated)/giu, 'well-'],
  [/\bcross[\s‐-―-]+over\b/giu, 'crossover'],
  // Says how many, and compares nothing.
  [
    /\b(?:more|less|fewer|greater|longer|shorter|higher|lower) than (?=\d|one\b|two\b|half\b)/giu,
    '',
  ],
  [/\b(?:or|and) (?:more|less|fewer|older|higher|longer)\b/giu, ''],
];

/** Words behind a denial that it may be about. */
const maxScope = 4;

export function isDenying(text: string): boolean {
  return (rewrite(text).match(/[\p{L}]+/gu) ?? []).some((word) => denying.test(word));
}

export function rewrite(sentence: string): string {
  return rewritten.reduce((read, [pattern, words]) => read.replaceAll(pattern, words), sentence);
}

/** The term of a kind of statement; the sign tells it from the stems of words beside it. */
function termOf(kind: Kind): string {
  return `=${kind}`;
}

export function isKindTerm(term: string): boolean {
  return term.startsWith('=');
}

/** Reads what a sentence says, and of what it says that it is not so. */
export function readClaim(analyzer: Analyzer, sentence: string): ReadClaim {
  const text = rewrite(sentence);
  const isFinding = finding.test(text);
  const words: ClaimWord[] = [];
  const denials: string[][] = [];
  let open: number | undefined;
  for (const [token] of text.matchAll(/[\p{L}\p{N}]+(?:[-'’.][\p{L}\p{N}]+)*|[,;:()]/gu)) {
    if (denying.test(token)) open = denials.push([]) - 1;
    else if (border.test(token)) open = undefined;
    else if (!plain.test(token)) {
      const kind = findKind(token, isFinding || open !== undefined);
      for (const term of kind ? [termOf(kind)] : analyzer.analyzeDocument(token)) {
        words.push({ term, kind, denial: open });
        if (open !== undefined && denials[open]?.push(term) === maxScope) open = undefined;
      }
    }
  }
  const terms = new Set(words.map(({ term }) => term));
  return { words, terms, denials, isAim: aim.test(text), isFinding };
}

/** Whether a word compares, or tells an effect or a design. */
export function isKindWord(word: string): boolean {
  return kinds.some(([, pattern]) => pattern.test(word));
}

export function findOutcome(word: string): Outcome | undefined {
  const [kind] = kinds.find(([, pattern]) => pattern.test(word)) ?? [];
  return kind && isOutcome(kind) ? kind : undefined;
}

function findKind(token: string, isFinding: boolean): Kind | undefined {
  const [kind] = kinds.find(([, pattern]) => pattern.test(token)) ?? [];
  if (kind || !isFinding) return kind;
  return nouns.find(([, pattern]) => pattern.test(token))?.[0];
}
