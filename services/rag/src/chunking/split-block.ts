import { estimateTokens, fitTokens } from '@lectern/retrieval/text';
import type { BlockKind } from '../parsing/parsed-document.ts';

/** A stretch of text in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface SplitOptions {
  readonly kind: BlockKind;
  /** Maximum tokens of a stretch, as `estimateTokens` counts them. */
  readonly maxTokens: number;
}

/**
 * Splits a block into stretches within the limit: rows of tables, lines of code, else sentences. A
 * longer stretch is split between words, and a longer word inside.
 */
export function splitBlock(
  text: string,
  block: Span,
  { kind, maxTokens }: SplitOptions,
): readonly Span[] {
  const parts = kind === 'table' || kind === 'code' ? lines(text, block) : sentences(text, block);
  const pieces: Span[] = [];
  for (const part of parts) {
    const trimmed = trim(text, part);
    if (trimmed.start >= trimmed.end) continue;
    if (estimateTokens(text, trimmed.start, trimmed.end) <= maxTokens) pieces.push(trimmed);
    else pieces.push(...cut(text, trimmed, maxTokens));
  }
  return pieces;
}

function* lines(text: string, block: Span): Generator<Span> {
  let start = block.start;
  while (start < block.end) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 || newline >= block.end ? block.end : newline + 1;
    yield { start, end };
    start = end;
  }
}

const segmenter = new Intl.Segmenter('und', { granularity: 'sentence' });

/** Yields sentences. A line break within a paragraph of wrapped lines does not end one. */
function* sentences(text: string, block: Span): Generator<Span> {
  const wrapped = text.slice(block.start, block.end).replace(/\n(?=[^\n])/g, ' ');
  for (const { index, segment } of segmenter.segment(wrapped)) {
    const start = block.start + index;
    yield { start, end: start + segment.length };
  }
}

/** Preferred places to split a long stretch: after white space or closing punctuation. */
const breaks = /[\s,;:.!?)\]}、。，；：！？）」』】।؟،۔-]/;

function* cut(text: string, span: Span, maxTokens: number): Generator<Span> {
  let { start } = span;
  while (start < span.end) {
    let end = fitTokens(text, { start, end: span.end }, maxTokens);
    if (end < span.end) end = lastBreak(text, start, end);
    const piece = trim(text, { start, end });
    if (piece.start < piece.end) yield piece;
    start = end;
  }
}

/** Returns the last preferred place in the second half of a stretch, else its end. */
function lastBreak(text: string, start: number, end: number): number {
  const half = start + ((end - start) >> 1);
  for (let at = end; at > half; at -= 1) {
    if (breaks.test(text[at - 1] as string)) return at;
  }
  return end;
}

function trim(text: string, span: Span): Span {
  let { start, end } = span;
  while (start < end && blank.test(text[start] as string)) start += 1;
  while (end > start && blank.test(text[end - 1] as string)) end -= 1;
  return { start, end };
}

const blank = /\s/;
