import { readTokens, type Token } from './read-tokens.ts';
import { isSmall } from './title-words.ts';

const minCapitals = 4;
const minWords = 5;

/** Runs of words that are all written large but for the small ones, as titles in English are. */
export function listCapitalRuns(claim: string): readonly (readonly Token[])[] {
  const runs: Token[][] = [];
  let run: Token[] | undefined;
  for (const token of readTokens(claim)) {
    const isHyphened = /^[-'’]$/u.test(token.gap);
    const fits = isHyphened || token.isCapital || isSmall(token) || /^\p{N}/u.test(token.word);
    if (!fits || !/^(?:\s+|[-'’/]|:\s+)$/u.test(token.gap)) run = undefined;
    if (!fits) continue;
    // A name in another alphabet than the words before it begins a run of its own.
    if (run && isCyrillic(token) !== isCyrillic(run.at(-1))) run = undefined;
    if (!run) {
      run = [];
      runs.push(run);
    }
    run.push(token);
  }
  return runs.map(trimSmall).filter((tokens) => {
    const capitals = tokens.filter(({ isCapital }) => isCapital);
    return tokens.length >= minWords && capitals.length >= minCapitals;
  });
}

function isCyrillic(token: Token | undefined): boolean {
  return /\p{Script=Cyrillic}/u.test(token?.word ?? '');
}

function trimSmall(tokens: readonly Token[]): readonly Token[] {
  const from = tokens.findIndex((token) => !isSmall(token));
  const to = tokens.findLastIndex((token) => !isSmall(token));
  return from === -1 ? [] : tokens.slice(from, to + 1);
}
