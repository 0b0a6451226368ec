import type { DocumentText } from '@lectern/contracts';
import { Box, Text, TextInput } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Loading } from '../components/loading.tsx';
import { useTexts } from '../i18n/language.tsx';
import { keyFromEvent } from '../lib/key-from-event.ts';
import type { ShownHits } from './find-in-text.ts';
import { openPdf } from './open-pdf.ts';
import { measurePage, type PageLook, padding, rotateRatio } from './page-size.ts';
import { PdfPage } from './pdf-page.tsx';
import classes from './pdf-view.module.css';
import { type Place, quoteOnPage } from './quote-on-page.ts';
import { Thumbnails } from './thumbnails.tsx';

export interface PdfViewProps {
  readonly documentId: string;
  readonly version: number;
  /** True if text was recognised in pictures of the document. */
  readonly isRecognised: boolean;
  readonly pages: DocumentText['pages'];
  readonly place: Place | undefined;
  readonly startPage: number | undefined;
  /** Replaces the mark of `place`; the view moves to the current one. */
  readonly found: ShownHits | undefined;
  readonly look: PageLook;
  readonly hasThumbnails: boolean;
  readonly onFailed: () => void;
}

const gap = 12;

export function PdfView({
  documentId,
  version,
  isRecognised,
  pages,
  place,
  startPage,
  found,
  look,
  hasThumbnails,
  onFailed,
}: PdfViewProps) {
  const texts = useTexts('documentViewer');
  const frame = useRef<HTMLDivElement>(null);
  const { ref: sizeRef, width, height } = useElementSize<HTMLDivElement>();
  const merged = useMergedRef(frame, sizeRef);
  const [pdf, setPdf] = useState<{ readonly file: PDFDocumentProxy; readonly ratio: number }>();
  // A new version of the document is another file.
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
      // pdf.js throws an uncatchable error if its worker ends while the file is opened.
      void task.promise.catch(() => {}).finally(() => task.destroy());
    };
  }, [documentId, version]);

  const ratio = rotateRatio(pdf?.ratio ?? 1.4, look.rotation);
  const pageWidth = measurePage(look, { width, height }, ratio);
  const virtualizer = useVirtualizer({
    count: pdf?.file.numPages ?? 0,
    getScrollElement: () => frame.current,
    estimateSize: () => Math.round(pageWidth * ratio) + gap,
    overscan: 1,
  });
  const current = found?.current;
  const marked = place && pages.find((page) => quoteOnPage(page, place) !== undefined)?.page;
  const target = current ? (current.page ?? undefined) : (marked ?? startPage);
  const start = (current ?? place)?.start;
  const isReady = pdf !== undefined && width > 0;
  const hasMoved = useRef(false);
  // Every citation moves the view, also on the same page. A page then moves it to its mark.
  useLayoutEffect(() => {
    hasMoved.current = false;
    if (isReady && target) virtualizer.scrollToIndex(target - 1, { align: 'start' });
  }, [isReady, target, start]);
  const drawnWidth = useRef(pageWidth);
  const [held, setHeld] = useState<HeldPlace>();
  // Zooming keeps the citation, or the place that the reader scrolled to, in view.
  useLayoutEffect(() => {
    const box = frame.current;
    if (!isReady || !box) return;
    const place = readPlace(box, virtualizer, drawnWidth.current);
    drawnWidth.current = pageWidth;
    virtualizer.measure();
    if (hasMoved.current || !target) setHeld(place);
    else virtualizer.scrollToIndex(target - 1, { align: 'start' });
  }, [isReady, pageWidth, ratio]);
  // Applied once the list is high enough.
  useLayoutEffect(() => {
    const box = frame.current;
    const page = held && virtualizer.measurementsCache[held.index];
    if (!box || !page) return;
    virtualizer.scrollToOffset(page.start + held.down * page.size - box.clientHeight / 2);
    box.scrollLeft = held.across * pageWidth + padding - box.clientWidth / 2;
  }, [held]);
  const onMove = () => {
    hasMoved.current = true;
  };
  // Stops a programmatic scroll to the page that is still running.
  const stay = () => virtualizer.scrollToOffset(frame.current?.scrollTop ?? 0);
  const shownPage =
    (virtualizer.getVirtualItemForOffset((virtualizer.scrollOffset ?? 0) + 80)?.index ?? 0) + 1;
  const openPage = (page: number) => {
    onMove();
    virtualizer.scrollToIndex(page - 1, { align: 'start' });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    onMove();
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey) return;
    const by = { n: 1, p: -1 }[keyFromEvent(event)];
    if (by && pdf) openPage(Math.min(Math.max(shownPage + by, 1), pdf.file.numPages));
  };
  return (
    <Box className={classes.columns}>
      {isReady && hasThumbnails && (
        <Thumbnails file={pdf.file} ratio={pdf.ratio} page={shownPage} onOpen={openPage} />
      )}
      <Box
        ref={merged}
        className={classes.frame}
        tabIndex={0}
        role="region"
        aria-label={texts.pages}
        data-reader="pdf"
        onWheel={onMove}
        onTouchMove={onMove}
        onPointerDown={onMove}
        onKeyDown={onKeyDown}
      >
        {!isReady && (
          <Box p="md">
            <Loading lines={10} />
          </Box>
        )}
        {isReady && <PageBox page={shownPage} count={pdf.file.numPages} onOpen={openPage} />}
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
                    // A new key discards the render of the old size.
                    key={`${pageWidth} ${look.rotation}`}
                    documentId={documentId}
                    version={version}
                    isRecognised={isRecognised}
                    file={pdf.file}
                    number={index + 1}
                    width={pageWidth}
                    rotation={look.rotation}
                    ratio={ratio}
                    parsedText={parsed?.text ?? ''}
                    hasMoved={hasMoved}
                    onShown={stay}
                    place={place}
                    quote={parsed && place ? quoteOnPage(parsed, place) : undefined}
                    found={found && onPage(found, index + 1)}
                  />
                </div>
              );
            })}
          </Box>
        )}
      </Box>
    </Box>
  );
}

function onPage({ pattern, hits, current }: ShownHits, number: number): ShownHits {
  return {
    pattern,
    hits: hits.filter(({ page }) => page === number),
    current: current?.page === number ? current : undefined,
  };
}

interface PageBoxProps {
  readonly page: number;
  readonly count: number;
  readonly onOpen: (page: number) => void;
}

function PageBox({ page, count, onOpen }: PageBoxProps) {
  const texts = useTexts('documentViewer');
  const [typed, setTyped] = useState<string>();
  return (
    <form
      className={classes.pageBox}
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = Math.round(Number(typed));
        setTyped(undefined);
        if (wanted >= 1) onOpen(Math.min(wanted, count));
      }}
    >
      <TextInput
        size="xs"
        w={52}
        inputMode="numeric"
        aria-label={texts.pageNumber}
        value={typed ?? String(page)}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => setTyped(undefined)}
      />
      <Text size="xs">{texts.ofPages(count)}</Text>
    </form>
  );
}

/** The page in the middle of the view, with the shares of it above and before the middle. */
interface HeldPlace {
  readonly index: number;
  readonly down: number;
  readonly across: number;
}

function readPlace(
  { scrollTop, scrollLeft, clientHeight, clientWidth }: HTMLElement,
  pages: Virtualizer<HTMLDivElement, Element>,
  pageWidth: number,
): HeldPlace | undefined {
  const middle = scrollTop + clientHeight / 2;
  const page = pages.getVirtualItemForOffset(middle);
  if (!page) return undefined;
  return {
    index: page.index,
    down: (middle - page.start) / page.size,
    across: (scrollLeft + clientWidth / 2 - padding) / pageWidth,
  };
}
