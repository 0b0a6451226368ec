import { estimateTokens, fitTokens } from '@lectern/retrieval/text';

/** The coarsest first; a separator stays with the piece before it. */
const separators = ['\n\n', '\n', '.', '?', '!', ' '];

/**
 * The recursive splitter that the published table compares with: a text that is too long is cut at
 * the coarsest separator it has, its pieces are cut further where they are still too long, and
 * neighbours go together up to the limit. No overlap.
 */
export function splitRecursively(text: string, maxTokens: number, level = 0): string[] {
  if (estimateTokens(text) <= maxTokens) return [text];
  const separator = separators[level];
  if (separator === undefined) return cutAnywhere(text, maxTokens);
  const parts = text.split(separator);
  const whole = parts.map((part, at) => (at < parts.length - 1 ? part + separator : part));
  const chunks: string[] = [];
  let open = '';
  for (const part of whole.filter((each) => each !== '')) {
    if (open !== '' && estimateTokens(open + part) > maxTokens) {
      chunks.push(open);
      open = '';
    }
    open += part;
    if (estimateTokens(open) > maxTokens) {
      chunks.push(...splitRecursively(open, maxTokens, level + 1));
      open = '';
    }
  }
  return open === '' ? chunks : [...chunks, open];
}

function cutAnywhere(text: string, maxTokens: number): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = fitTokens(text, { start, end: text.length }, maxTokens);
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}
