import type { DocumentText } from '@lectern/contracts';
import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import { useTexts } from '../i18n/language.tsx';
import { documentOutlineQuery } from '../library/documents.ts';
import { BlockView } from './block-view.tsx';
import { centerMark } from './center-mark.ts';
import { splitBlocks } from './split-blocks.ts';
import classes from './text-view.module.css';

export interface TextViewProps {
  readonly documentId: string;
  readonly pages: DocumentText['pages'];
  /** Code points to mark; the view opens there. */
  readonly place: { readonly start: number; readonly end: number } | undefined;
}

/** Renders parsed text with its structure. Only blocks near the view are in the page. */
export function TextView({ documentId, pages, place }: TextViewProps) {
  const texts = useTexts('documentViewer');
  const outline = useQuery(documentOutlineQuery(documentId));
  const headings = outline.data?.outline;
  const blocks = useMemo(() => splitBlocks(pages, headings ?? []), [pages, headings]);
  const frame = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: blocks.length,
    getScrollElement: () => frame.current,
    estimateSize: (index) => 34 + Math.ceil((blocks[index]?.text.length ?? 0) / 75) * 26,
    overscan: 12,
  });
  const target = place ? blocks.findIndex(({ end }) => end > place.start) : -1;
  const start = place?.start;
  useEffect(() => {
    if (target < 0 || start === undefined) return undefined;
    const scrollNear = () => virtualizer.scrollToIndex(target, { align: 'center' });
    scrollNear();
    return frame.current ? centerMark(frame.current, scrollNear) : undefined;
  }, [target, start, virtualizer]);
  return (
    <Box
      ref={frame}
      className={classes.frame}
      tabIndex={0}
      role="region"
      aria-label={texts.asText}
      data-reader="text"
    >
      <Box className={classes.text} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start: top }) => {
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
                <BlockView block={block} place={place} />
              </div>
            )
          );
        })}
      </Box>
    </Box>
  );
}
