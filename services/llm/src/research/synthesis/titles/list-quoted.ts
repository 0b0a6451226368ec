const minLength = 12;
const marks = [
  /["“„«]([^"”“»]+)["”“»]/gu,
  /‘((?:[^’\n]|(?<=\p{L})’(?=\p{L}))+)’/gu,
  /(?<![\p{L}\p{N}])'((?:[^'\n]|(?<=\p{L})'(?=\p{L}))+)'(?!\p{L})/gu,
];

/** What a claim quotes; where an ellipsis leaves something out, the parts. */
export function listQuoted(claim: string): readonly string[] {
  return marks
    .flatMap((mark) => [...claim.matchAll(mark)])
    .map(([, quoted = '']) => quoted)
    .filter((quoted) => quoted.length >= minLength)
    .flatMap((quoted) => quoted.split(/\s*(?:…|\.{3}|\[…\])\s*/u))
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
}
