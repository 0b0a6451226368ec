import type { Analyzer } from '@lectern/retrieval';
import { splitSentences } from '@lectern/retrieval/text';
import type { RecordSource } from '../record-source.ts';
import {
  type ClaimWord,
  isKindTerm,
  isOutcome,
  opposites,
  type ReadClaim,
  readClaim,
} from './claim-words.ts';

/** What the first words behind a denial share counts as much as this many others. */
const weightOfDenied = 2;
/** The words behind a comparison count as much as this share of all others. */
const weightOfNear = 0.5;
/** Words behind a denial that it is about for sure. */
const surelyDenied = 2;
/** A sentence of a record that shares less of a claim's words is not where the claim comes from. */
const minShared = 0.5;

type Sentence = ReadClaim & { readonly plain: string };
const read = new WeakMap<RecordSource, readonly Sentence[]>();

function readSource(analyzer: Analyzer, source: RecordSource): readonly Sentence[] {
  const known = read.get(source);
  if (known) return known;
  const [{ title, text }] = source.passages;
  const sentences = splitSentences(`${title}\n\n${text}`).map((sentence) => ({
    ...readClaim(analyzer, sentence.text),
    plain: toPlain(sentence.text),
  }));
  read.set(source, sentences);
  return sentences;
}

/**
 * What a claim says that the sentences of its records do not: that something is not so, or is, that
 * one is more, better or shorter, that something works, how a study was designed. Of the sentences
 * that speak of it, the likest decides.
 */
export function findContradiction(
  analyzer: Analyzer,
  said: string,
  { cited, asked }: { readonly cited: readonly RecordSource[]; readonly asked: string },
): string | undefined {
  const held = cited.flatMap((source) => readSource(analyzer, source));
  const plain = toPlain(said);
  if (held.some((sentence) => sentence.plain === plain)) return undefined;
  const claim = readClaim(analyzer, said);
  const known = new Set(held.flatMap(({ terms }) => [...terms]));
  const onlyAsked = new Set(
    readClaim(analyzer, asked).words.flatMap(({ term }) => (known.has(term) ? [] : [term])),
  );
  return (
    findWrongDenial(claim, held, onlyAsked) ??
    findLostDenial(claim, held) ??
    findWrongKind(claim, held)
  );
}

/** A sentence in lower case, without its full stop and the label that an abstract puts before it. */
function toPlain(sentence: string): string {
  return sentence
    .replace(/^\p{Lu}[\p{Lu}\s/&,-]*:\s*/u, '')
    .replace(/[.\s]+$/u, '')
    .replaceAll(/\s+/gu, ' ')
    .toLowerCase()
    .trim();
}

/** A denial that the record does not have of the same. What only the question names may be denied. */
function findWrongDenial(
  claim: ReadClaim,
  held: readonly Sentence[],
  onlyAsked: ReadonlySet<string>,
): string | undefined {
  const wrong = claim.denials.find((scope) => {
    if (scope.length === 0 || scope.some((term) => onlyAsked.has(term))) return false;
    const rate = ({ terms }: Sentence) =>
      shareOf(scope, terms) * weightOfDenied + shareOf([...claim.terms], terms);
    const denied = held.filter(
      ({ terms, denials }) => denials.length > 0 && scope.some((term) => terms.has(term)),
    );
    const agreeing = denied.filter((sentence) => isDeniedIn(sentence, scope));
    const affirmed = held.filter(
      (sentence) =>
        !agreeing.includes(sentence) &&
        scope.slice(0, surelyDenied).some((term) => sentence.terms.has(term)) &&
        !isDeniedIn(sentence, scope),
    );
    const best = highest(denied, rate);
    const borne = highest(agreeing, rate) ?? (isOfKind(scope) ? undefined : best);
    return borne === undefined || (highest(affirmed, rate) ?? 0) > borne;
  });
  return wrong && `denial of ${wrong[0]}`;
}

/** Of the same, and where the claim denies a comparison or an effect, of that one. */
function isDeniedIn({ denials }: Sentence, scope: readonly string[]): boolean {
  const wanted = isOfKind(scope) ? scope.slice(0, surelyDenied).filter(isKindTerm) : scope;
  return denials.some((other) => other.some((term) => wanted.includes(term)));
}

function isOfKind(scope: readonly string[]): boolean {
  return scope.slice(0, surelyDenied).some(isKindTerm);
}

/** What the likest sentence of the record says that it is not so. */
function findLostDenial(claim: ReadClaim, held: readonly Sentence[]): string | undefined {
  const rate = ({ terms }: Sentence) => shareOf([...claim.terms], terms);
  const isAffirmed = (term: string) =>
    claim.words.some((word) => word.term === term && word.denial === undefined);
  for (const sentence of held) {
    if (rate(sentence) < minShared) continue;
    for (const scope of sentence.denials) {
      const heads = scope.slice(0, surelyDenied);
      if (heads.length === 0 || !heads.every(isAffirmed)) continue;
      const others = held.filter(({ words }) =>
        words.some(({ term, denial }) => term === heads[0] && denial === undefined),
      );
      if (rate(sentence) > (highest(others, rate) ?? 0)) return `no denial of ${heads[0]}`;
    }
  }
  return undefined;
}

/** A word of comparison, effect or design that the likest place of the records has in another sense. */
function findWrongKind(claim: ReadClaim, held: readonly Sentence[]): string | undefined {
  const telling = claim.words.flatMap(({ term, kind }) => (kind === undefined ? [term] : []));
  for (const [index, { kind, denial }] of claim.words.entries()) {
    // What is denied is held against the records' own denials.
    if (kind === undefined || denial !== undefined) continue;
    const rateAll = (isMeant: (word: ClaimWord, sentence: Sentence) => boolean) =>
      Math.max(
        ...held.flatMap((sentence) => {
          const share = telling.length > 0 ? shareOf(telling, sentence.terms) : 1;
          return sentence.words.flatMap((word, place) =>
            isMeant(word, sentence)
              ? [share + rateNear(followingOf(claim, index), followingOf(sentence, place))]
              : [],
          );
        }),
      );
    const isVouching = (word: ClaimWord, { isAim }: Sentence) =>
      word.kind === kind &&
      word.denial === undefined &&
      !(isOutcome(kind) && isAim && !claim.isAim);
    const vouching = rateAll(isVouching);
    const opposing = rateAll((word) =>
      word.denial === undefined
        ? word.kind !== undefined && word.kind === opposites[kind]
        : word.kind === kind,
    );
    // A design is that of the whole study, whatever else the sentence says.
    const isBorne = isOutcome(kind) ? vouching > 0 : vouching >= 0;
    if (!isBorne || opposing > vouching) return `word ${kind}`;
  }
  return undefined;
}

const maxFollowing = 3;

function followingOf({ words }: ReadClaim, index: number): readonly string[] {
  return words.slice(index + 1, index + 1 + maxFollowing).map(({ term }) => term);
}

/** What stands behind a word tells what it is said of; words that stand far away tell it less. */
function rateNear(following: readonly string[], held: readonly string[]): number {
  return shareOf(following, new Set(held)) * weightOfNear;
}

function shareOf(terms: readonly string[], held: ReadonlySet<string>): number {
  return terms.length === 0 ? 0 : terms.filter((term) => held.has(term)).length / terms.length;
}

function highest(
  sentences: readonly Sentence[],
  rate: (sentence: Sentence) => number,
): number | undefined {
  return sentences.length === 0 ? undefined : Math.max(...sentences.map(rate));
}
