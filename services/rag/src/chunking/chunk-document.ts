import { isDeepStrictEqual } from 'node:util';
import { costOfToken, estimateTokens } from '@lectern/retrieval/text';
import { type CodePoints, indexCodePoints } from '../parsing/code-points.ts';
import type { ContentKind, Page, ParsedDocument } from '../parsing/parsed-document.ts';
import {
  type Chunk,
  type ChunkingSettings,
  type ChunkSection,
  defaultChunkingSettings,
} from './chunk.ts';
import { findPassages } from './find-passages.ts';
import { mergeSections } from './merge-sections.ts';
import type { Passage } from './passage.ts';
import { splitRun } from './split-run.ts';

/**
 * Splits a document into chunks along its structure. Chunks are in reading order, contain all text
 * of the blocks and never exceed the token limit; the same document and settings always give the
 * same chunks. Linear in the length of the text.
 */
export function chunkDocument(
  document: ParsedDocument,
  settings: ChunkingSettings = defaultChunkingSettings,
): Chunk[] {
  const points = indexCodePoints(document.text);
  const limit = settings.max_tokens * costOfToken;
  const overlap = Math.min(settings.overlap_tokens * costOfToken, limit / 2);
  const chunks: Chunk[] = [];
  for (const run of mergeSections(findPassages(document, points, settings), limit)) {
    for (const part of splitRun(run, limit, overlap)) {
      chunks.push({ position: chunks.length, ...describePart(document, points, part) });
    }
  }
  return chunks;
}

function describePart(
  document: ParsedDocument,
  points: CodePoints,
  passages: readonly Passage[],
): Omit<Chunk, 'position'> {
  const first = passages[0] as Passage;
  const last = passages.at(-1) as Passage;
  const text = document.text.slice(first.start, last.end);
  const start = points.fromUnits(first.start);
  const end = points.fromUnits(last.end);
  const firstPage = findPage(document.pages, start);
  const lastPage = findPage(document.pages, end - 1);
  return {
    text,
    start,
    end,
    page: document.pages[firstPage]?.page ?? null,
    pageEnd: document.pages[lastPage]?.page ?? null,
    pageStarts: document.pages.slice(firstPage + 1, lastPage + 1).map((page) => page.start),
    section: sectionOf(passages),
    sections: furtherSections(passages, points),
    tokenCount: estimateTokens(text),
    kind: kindOf(passages),
  };
}

/** Returns the position of the page that contains an offset, or of the first page. */
function findPage(pages: readonly Page[], at: number): number {
  let low = 0;
  let high = pages.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((pages[middle] as Page).start <= at) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

function sectionOf(passages: readonly Passage[]): readonly string[] {
  const content = passages.find((passage) => passage.block.kind !== 'heading');
  return (content ?? (passages[0] as Passage)).block.section;
}

/** A section begins with its headings. */
function furtherSections(passages: readonly Passage[], points: CodePoints): ChunkSection[] {
  const found: ChunkSection[] = [];
  let current = sectionOf(passages);
  let heading: number | undefined;
  for (const { start, block } of passages) {
    if (block.kind === 'heading') {
      heading ??= start;
      continue;
    }
    const { section } = block;
    if (!isDeepStrictEqual(section, current)) {
      found.push({ start: points.fromUnits(heading ?? start), section });
      current = section;
    }
    heading = undefined;
  }
  return found;
}

function kindOf(passages: readonly Passage[]): ContentKind | 'mixed' {
  let kind: ContentKind = 'heading';
  for (const { block } of passages) {
    if (block.kind === 'heading' || block.kind === 'running' || block.kind === kind) continue;
    if (kind !== 'heading') return 'mixed';
    kind = block.kind;
  }
  return kind;
}
