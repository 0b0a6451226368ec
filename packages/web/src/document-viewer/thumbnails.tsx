import { UnstyledButton } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist';
import { useEffect, useRef } from 'react';
import { useTexts } from '../i18n/language.tsx';
import classes from './pdf-view.module.css';

export interface ThumbnailsProps {
  readonly file: PDFDocumentProxy;
  /** Height divided by width of the first page. */
  readonly ratio: number;
  /** The page in view, from 1. */
  readonly page: number;
  readonly onOpen: (page: number) => void;
}

const width = 110;
const labelHeight = 28;

/** Small pictures of the pages; only those near the view are rendered. */
export function Thumbnails({ file, ratio, page, onOpen }: ThumbnailsProps) {
  const texts = useTexts('reader');
  const viewer = useTexts('documentViewer');
  const frame = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: file.numPages,
    getScrollElement: () => frame.current,
    estimateSize: () => Math.round(width * ratio) + labelHeight,
    overscan: 2,
  });
  useEffect(() => virtualizer.scrollToIndex(page - 1), [page, virtualizer]);
  return (
    <nav ref={frame} className={classes.thumbnails} aria-label={texts.thumbnails}>
      <div className={classes.pages} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => (
          <UnstyledButton
            key={index}
            ref={virtualizer.measureElement}
            data-index={index}
            className={classes.thumbnail}
            style={{ transform: `translateY(${start}px)` }}
            aria-label={viewer.page(index + 1)}
            aria-current={page === index + 1 || undefined}
            onClick={() => onOpen(index + 1)}
          >
            <Thumbnail file={file} number={index + 1} ratio={ratio} />
            {index + 1}
          </UnstyledButton>
        ))}
      </div>
    </nav>
  );
}

interface ThumbnailProps extends Pick<ThumbnailsProps, 'file' | 'ratio'> {
  readonly number: number;
}

function Thumbnail({ file, number, ratio }: ThumbnailProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isGone = false;
    let drawing: RenderTask | undefined;
    const draw = async () => {
      const page = await file.getPage(number);
      const target = canvas.current;
      if (isGone || !target) return;
      const viewport = page.getViewport({
        scale: (width * 2) / page.getViewport({ scale: 1 }).width,
      });
      target.width = viewport.width;
      target.height = viewport.height;
      target.style.height = `${viewport.height / 2}px`;
      drawing = page.render({ canvas: target, viewport });
      await drawing.promise;
    };
    // Leaving the view during the render is not an error.
    draw().catch(() => {});
    return () => {
      isGone = true;
      drawing?.cancel();
    };
  }, [file, number]);
  return <canvas ref={canvas} style={{ width, height: width * ratio }} />;
}
