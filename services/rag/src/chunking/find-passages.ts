import { costOfToken, estimateCost } from '@lectern/retrieval/text';
import type { CodePoints } from '../parsing/code-points.ts';
import type { Block, ParsedDocument } from '../parsing/parsed-document.ts';
import { runsOn } from '../parsing/runs-on.ts';
import type { ChunkingSettings } from './chunk.ts';
import type { Boundary, Passage } from './passage.ts';
import { splitBlock } from './split-block.ts';

/** Returns the document as passages in reading order, none longer than the limit. */
export function findPassages(
  document: ParsedDocument,
  points: CodePoints,
  settings: ChunkingSettings,
): Passage[] {
  const { text } = document;
  const passages: Passage[] = [];
  const topLevel = findTopLevel(document);
  let before: Block | undefined;
  for (const block of document.blocks) {
    if (block.kind === 'running') {
      before = block;
      continue;
    }
    const start = points.toUnits(block.start);
    const end = points.toUnits(block.end);
    const boundary = boundaryBefore(block, before, topLevel);
    const cost = estimateCost(text, start, end);
    const isContinued = before !== undefined && continues(text, points, [before, block]);
    if (
      cost <= settings.max_tokens * costOfToken &&
      !isContinued &&
      settings.overlap_tokens === 0
    ) {
      passages.push({ start, end, cost, block, boundary });
    } else {
      const pieces = splitBlock(
        text,
        { start, end },
        { kind: block.kind, maxTokens: settings.max_tokens },
      );
      for (const [index, piece] of pieces.entries()) {
        passages.push({
          ...piece,
          cost: estimateCost(text, piece.start, piece.end),
          block,
          boundary: index === 0 && !isContinued ? boundary : 'none',
        });
      }
    }
    before = block;
  }
  return passages;
}

/** Returns the highest heading level with more than one heading, else the highest level. */
function findTopLevel(document: ParsedDocument): number {
  const counts = new Map<number, number>();
  for (const { level } of document.outline) counts.set(level, (counts.get(level) ?? 0) + 1);
  const levels = [...counts.keys()].sort((a, b) => a - b);
  return levels.find((level) => (counts.get(level) as number) > 1) ?? levels[0] ?? 1;
}

function boundaryBefore(block: Block, before: Block | undefined, topLevel: number): Boundary {
  if (before?.kind === 'running') return 'break';
  if (block.kind === 'heading') return (block.level ?? 1) <= topLevel ? 'top_section' : 'section';
  return before !== undefined && before.page !== block.page ? 'section' : 'block';
}

/** Returns true if a sentence continues on the next page. */
function continues(
  text: string,
  points: CodePoints,
  [before, block]: readonly [Block, Block],
): boolean {
  if (before.page === block.page || before.kind !== 'paragraph' || block.kind !== 'paragraph') {
    return false;
  }
  const start = points.toUnits(block.start);
  const end = points.toUnits(before.end);
  return runsOn(text.slice(end - 1, end), text.slice(start, start + 2));
}
