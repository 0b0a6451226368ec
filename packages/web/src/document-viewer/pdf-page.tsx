import { useQuery } from '@tanstack/react-query';
import { type PDFDocumentProxy, type RenderTask, TextLayer } from 'pdfjs-dist';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTexts } from '../i18n/language.tsx';
import { pageWordsQuery } from '../library/documents.ts';
import { type MarkRectangle, markQuote } from './mark-quote.ts';
import classes from './pdf-view.module.css';
import type { PageQuote, Place } from './quote-on-page.ts';
import { markWords, WordLayer } from './word-layer.tsx';

export interface PdfPageProps {
  readonly documentId: string;
  readonly version: number;
  /** True if text was recognised in pictures of the document. */
  readonly isRecognised: boolean;
  readonly file: PDFDocumentProxy;
  readonly number: number;
  readonly width: number;
  /** Height divided by width of the first page, until the size of this page is known. */
  readonly ratio: number;
  readonly parsedText: string;
  readonly quote: PageQuote | undefined;
  readonly place: Place | undefined;
  /** True after the reader has scrolled away from the citation. */
  readonly hasMoved: RefObject<boolean>;
  /** Called when the view has moved to the mark. */
  readonly onShown: () => void;
}

/** Maximum width in pixels; larger canvases exceed the memory of phones. */
const maxCanvasWidth = 3_000;

/** Occurrences of a quote on the rendered page. */
interface Found {
  readonly text: string;
  readonly index: number;
  /** Width of the page on which it was found. */
  readonly width: number;
  readonly marks: readonly MarkRectangle[];
}

/** A page as a canvas, its text layer and the marks between them. */
export function PdfPage({
  documentId,
  version,
  isRecognised,
  file,
  number,
  width,
  ratio,
  parsedText,
  quote,
  place,
  hasMoved,
  onShown,
}: PdfPageProps) {
  const texts = useTexts('documentViewer');
  const canvas = useRef<HTMLCanvasElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(Math.round(width * ratio));
  const [found, setFound] = useState<Found>();
  const wanted = quote?.text;
  const index = quote?.index ?? 0;
  const byLine = quote?.byLine;
  // Marks of an earlier quote or page size would cover other words.
  const isOfQuote = found?.text === wanted && found?.index === index && found?.width === width;
  const drawnMarks = wanted !== undefined && isOfQuote ? found?.marks : undefined;
  const recognised = useQuery({
    ...pageWordsQuery(documentId, version, number),
    enabled: isRecognised,
  });
  const page = recognised.data?.pages[0];
  const wordMarks = useMemo(
    () => (place && page?.words ? markWords(page.words, place, width) : []),
    [place?.start, place?.end, page, width],
  );
  const isPending = drawnMarks?.length === 0 && recognised.isLoading;
  const ownMarks = isPending ? undefined : drawnMarks;
  const marks = wordMarks.length > 0 ? wordMarks : ownMarks;

  useEffect(() => {
    let isGone = false;
    let drawing: RenderTask | undefined;
    let textLayer: TextLayer | undefined;
    const draw = async () => {
      const page = await file.getPage(number);
      const scale = width / page.getViewport({ scale: 1 }).width;
      const viewport = page.getViewport({ scale });
      const target = canvas.current;
      const textBox = layer.current;
      if (isGone || !target || !textBox) return;
      // Set before measuring, because places depend on the height.
      flushSync(() => setHeight(Math.round(viewport.height)));
      const density = Math.min(globalThis.devicePixelRatio || 1, 2, maxCanvasWidth / width);
      target.width = Math.floor(viewport.width * density);
      target.height = Math.floor(viewport.height * density);
      drawing = page.render({
        canvas: target,
        viewport,
        transform: [density, 0, 0, density, 0, 0],
      });
      // Awaited below; a page that leaves the view rejects it earlier.
      drawing.promise.catch(() => {});
      const textContentSource = await page.getTextContent();
      // A render of another size must not replace this one.
      if (isGone) return;
      textBox.replaceChildren();
      textBox.style.setProperty('--total-scale-factor', String(scale));
      textLayer = new TextLayer({ textContentSource, container: textBox, viewport });
      await textLayer.render();
      if (isGone) return;
      if (wanted !== undefined) {
        const sought = { text: wanted, index, byLine };
        const rectangles = markQuote(textLayer.textDivs, textBox, { parsedText, quote: sought });
        setFound({ text: wanted, index, width, marks: rectangles });
      } else setFound(undefined);
      await drawing.promise;
    };
    // Leaving the view during the render is not an error.
    draw().catch(() => {});
    return () => {
      isGone = true;
      drawing?.cancel();
      textLayer?.cancel();
    };
  }, [file, number, width, parsedText, wanted, index, byLine]);

  const firstMark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!marks?.length || hasMoved.current) return;
    firstMark.current?.scrollIntoView({ block: 'center', inline: 'center' });
    onShown();
  }, [marks]);

  return (
    <div
      className={classes.page}
      style={{ width, height }}
      data-page={number}
      data-marked={wanted === undefined ? undefined : marks ? marks.length > 0 : 'soon'}
    >
      {marks?.length === 0 && (
        <div className={classes.note} role="note" data-unmarked>
          {texts.notMarked}
        </div>
      )}
      <canvas ref={canvas} className={classes.canvas} role="img" aria-label={texts.page(number)} />
      {marks?.map((mark, at) => (
        <div
          key={at}
          ref={at === 0 ? firstMark : undefined}
          className={classes.mark}
          data-mark
          style={mark}
        />
      ))}
      <div ref={layer} className={`textLayer ${classes.layer}`} data-text-layer />
      <WordLayer page={page} width={width} />
    </div>
  );
}
