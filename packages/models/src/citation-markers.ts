import { dropUnseen } from '@lectern/contracts';

/** `[1]`, `[1, 2]`, `[1-3]`, `[^1]`, `[Source 1]` and the same in full-width brackets. */
const marker =
  /[[【]\s{0,3}\^?(?:sources?|источник|来源)?\s{0,3}([1-9]\d{0,2}(?:\s{0,3}[,;，、–-]\s{0,3}[1-9]\d{0,2})*)\s{0,3}[\]】]/giu;

/** Returns the numbers that a text cites, each once, in order. */
export function listCited(text: string): number[] {
  return [...new Set([...text.matchAll(marker)].flatMap((match) => readNumbers(match[1] ?? '')))];
}

export function withoutMarkers(text: string): string {
  return text
    .replaceAll(marker, '')
    .replaceAll(/(?<!\s)\s+([.,;:!?])/g, '$1')
    .trim();
}

/** Control characters but line ends and tabs. */
const controls = /(?![\n\t])\p{Cc}/gu;

/** Removes characters that a person does not see from a text for a model. */
export function withoutUnseen(text: string): string {
  return dropUnseen(text.replaceAll(/\r\n?/g, '\n')).replaceAll(controls, '');
}

/** Puts a source's own references into round brackets, since they look like our markers. */
export function defuseMarkers(text: string): string {
  return text.replaceAll(marker, (reference) => `(${reference.slice(1, -1)})`);
}

/**
 * Rewrites every marker as `[n]`, without numbers that name no source. Calls back for each of
 * those, with its place in the rewritten text.
 */
export function rewriteMarkers(
  text: string,
  isSource: (n: number) => boolean,
  onInvalid: (n: number, at: number) => void,
): string {
  const spaced = new RegExp(`(\\s{0,9})${marker.source}`, marker.flags);
  let rewritten = '';
  let from = 0;
  for (const { 0: whole, 1: space, 2: list = '', index } of text.matchAll(spaced)) {
    rewritten += text.slice(from, index);
    from = index + whole.length;
    const numbers = readNumbers(list);
    const markers = numbers.filter(isSource).map((n) => `[${n}]`);
    for (const n of numbers) if (!isSource(n)) onInvalid(n, rewritten.length);
    if (markers.length > 0) rewritten += `${space}${markers.join('')}`;
  }
  return rewritten + text.slice(from);
}

const maxRangeLength = 20;

function readNumbers(list: string): number[] {
  return list.split(/[,;，、]/).flatMap((piece) => {
    const [from = 0, to = from] = piece.split(/[–-]/).map(Number);
    if (to <= from || to - from > maxRangeLength) return [...new Set([from, to])];
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
}
