import type { DocumentText } from '@lectern/contracts';
import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import { useTexts } from '../i18n/language.tsx';
import { documentOutlineQuery } from '../library/documents.ts';
import { BlockView, type TextMark } from './block-view.tsx';
import type { ShownHits } from './find-in-text.ts';
import { splitBlocks } from './split-blocks.ts';
import classes from './text-view.module.css';

export interface TextViewProps {
  readonly documentId: string;
  readonly text: DocumentText;
  /** Code points to mark; the view opens there. */
  readonly place: { readonly start: number; readonly end: number } | undefined;
  /** Replaces the mark of `place`; the view moves to the current one. */
  readonly found: ShownHits | undefined;
}

/** A constant, since a new list would split the text again. */
const noTables: NonNullable<DocumentText['tables']> = [];

/** Renders parsed text with its structure. Only blocks near the view are in the page. */
export function TextView({ documentId, text, place, found }: TextViewProps) {
  const texts = useTexts('documentViewer');
  const outline = useQuery(documentOutlineQuery(documentId));
  const headings = outline.data?.outline;
  const { pages, tables = noTables } = text;
  const blocks = useMemo(
    () => splitBlocks({ pages, outline: headings ?? [], tables }),
    [pages, headings, tables],
  );
  const frame = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: blocks.length,
    getScrollElement: () => frame.current,
    estimateSize: (index) => 34 + Math.ceil((blocks[index]?.text.length ?? 0) / 75) * 26,
    overscan: 12,
  });
  const start = (found?.current ?? place)?.start;
  const target = start === undefined ? -1 : blocks.findIndex(({ end }) => end > start);
  useEffect(() => {
    if (target < 0 || start === undefined) return undefined;
    const scrollNear = () => virtualizer.scrollToIndex(target, { align: 'center' });
    scrollNear();
    return frame.current ? centerMark(frame.current, scrollNear) : undefined;
  }, [target, start, virtualizer]);
  const items = virtualizer.getVirtualItems();
  const marks = marksWithin(
    blocks[items[0]?.index ?? 0]?.start ?? 0,
    blocks[items.at(-1)?.index ?? 0]?.end ?? 0,
    { place, found },
  );
  return (
    <Box
      ref={frame}
      className={classes.frame}
      tabIndex={0}
      role="region"
      aria-label={texts.text}
      data-reader="text"
    >
      <Box className={classes.text} style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, start: top }) => {
          const block = blocks[index];
          return (
            block && (
              <div
                key={index}
                ref={virtualizer.measureElement}
                data-index={index}
                className={classes.block}
                style={{ transform: `translateY(${top}px)` }}
              >
                {block.page !== undefined && pages.length > 1 && (
                  <div className={classes.page}>{texts.page(block.page)}</div>
                )}
                <BlockView block={block} marks={marks} />
              </div>
            )
          );
        })}
      </Box>
    </Box>
  );
}

/** Returns the marks of the rendered blocks. */
function marksWithin(
  start: number,
  end: number,
  { place, found }: Pick<TextViewProps, 'place' | 'found'>,
): readonly TextMark[] {
  if (!found) return place ? [place] : [];
  return found.hits
    .filter((hit) => hit.end > start && hit.start < end)
    .map((hit) => ({ start: hit.start, end: hit.end, isCurrent: hit === found.current }));
}

const againMs = 100;
const settledMs = 1_500;
const readerMoves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Keeps the marked passage in the middle of the frame while the heights around it are estimates,
 * for 1.5 seconds or until the reader scrolls. `scrollNear` renders the passage if it is not in the
 * page. Returns a function that stops it.
 */
function centerMark(frame: HTMLElement, scrollNear: () => void): () => void {
  const stop = () => {
    clearInterval(timer);
    for (const move of readerMoves) frame.removeEventListener(move, stop);
  };
  const endsAt = performance.now() + settledMs;
  const timer = setInterval(() => {
    const mark =
      frame.querySelector('mark[data-current]') ?? frame.querySelector('mark:not([data-hit])');
    if (mark) mark.scrollIntoView({ block: 'center' });
    else scrollNear();
    if (performance.now() >= endsAt) stop();
  }, againMs);
  for (const move of readerMoves) frame.addEventListener(move, stop, { passive: true });
  return stop;
}
