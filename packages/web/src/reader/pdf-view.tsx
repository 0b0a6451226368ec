import type { DocumentText } from '@lectern/contracts';
import { Box } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { Loading } from '../parts/loading.tsx';
import { useTexts } from '../texts/language.tsx';
import { openPdf } from './pdf-document.ts';
import { PdfPage } from './pdf-page.tsx';
import classes from './pdf-view.module.css';
import { type Place, quoteOnPage } from './quote-on-page.ts';
import { readerTexts } from './reader-texts.ts';

export interface PdfViewProps {
  readonly documentId: string;
  readonly version: number;
  readonly pages: DocumentText['pages'];
  readonly place: Place | undefined;
  readonly startPage: number | undefined;
  /** Width of a page over that of the view. */
  readonly zoom: number;
  readonly onFailed: () => void;
}

const gap = 12;
const sidePadding = 12;

/** The pages of a PDF, drawn as they come into view. */
export function PdfView({
  documentId,
  version,
  pages,
  place,
  startPage,
  zoom,
  onFailed,
}: PdfViewProps) {
  const texts = useTexts(readerTexts);
  const frame = useRef<HTMLDivElement>(null);
  const { ref: sizeRef, width } = useElementSize<HTMLDivElement>();
  const merged = useMergedRef(frame, sizeRef);
  const [pdf, setPdf] = useState<{ readonly file: PDFDocumentProxy; readonly ratio: number }>();
  // Another version is another file.
  useEffect(() => {
    const task = openPdf(documentId);
    let isGone = false;
    task.promise
      .then(async (file) => {
        const { width: across, height } = (await file.getPage(1)).getViewport({ scale: 1 });
        if (!isGone) setPdf({ file, ratio: height / across });
      })
      .catch(() => {
        if (!isGone) onFailed();
      });
    return () => {
      isGone = true;
      setPdf(undefined);
      void task.destroy();
    };
  }, [documentId, version]);

  const pageWidth = Math.max(200, Math.floor((width - 2 * sidePadding) * zoom));
  const virtualizer = useVirtualizer({
    count: pdf?.file.numPages ?? 0,
    getScrollElement: () => frame.current,
    estimateSize: () => Math.round(pageWidth * (pdf?.ratio ?? 1.4)) + gap,
    overscan: 1,
  });
  const marked = place && pages.find((page) => quoteOnPage(page, place) !== undefined)?.page;
  const target = marked ?? startPage;
  const start = place?.start;
  const isReady = pdf !== undefined && width > 0;
  // Each citation moves the view, also on one page; another size of the pages keeps the place.
  useEffect(() => {
    const wanted = target ? target - 1 : virtualizer.range?.startIndex;
    virtualizer.measure();
    if (isReady && wanted !== undefined) virtualizer.scrollToIndex(wanted, { align: 'start' });
  }, [isReady, pageWidth, target, start]);
  return (
    <Box
      ref={merged}
      className={classes.frame}
      tabIndex={0}
      role="region"
      aria-label={texts.asPages}
      data-reader="pdf"
    >
      {!isReady && (
        <Box p="md">
          <Loading lines={10} />
        </Box>
      )}
      {isReady && (
        <Box className={classes.pages} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start: top }) => {
            const parsed = pages.find(({ page }) => page === index + 1);
            return (
              <div
                key={index}
                ref={virtualizer.measureElement}
                data-index={index}
                className={classes.place}
                style={{ transform: `translateY(${top}px)` }}
              >
                <PdfPage
                  // Drawn anew for another size: nothing of the old one stands beside it.
                  key={pageWidth}
                  file={pdf.file}
                  number={index + 1}
                  width={pageWidth}
                  ratio={pdf.ratio}
                  parsedText={parsed?.text ?? ''}
                  quote={parsed && place ? quoteOnPage(parsed, place) : undefined}
                />
              </div>
            );
          })}
        </Box>
      )}
    </Box>
  );
}
