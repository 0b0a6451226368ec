import { type PDFDocumentProxy, type RenderTask, TextLayer } from 'pdfjs-dist';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTexts } from '../i18n/language.tsx';
import { type MarkRectangle, markQuote } from './mark-quote.ts';
import classes from './pdf-view.module.css';
import type { PageQuote } from './quote-on-page.ts';

export interface PdfPageProps {
  readonly file: PDFDocumentProxy;
  readonly number: number;
  readonly width: number;
  /** Height over width of the first page, until this page's own is known. */
  readonly ratio: number;
  readonly parsedText: string;
  readonly quote: PageQuote | undefined;
  /** Whether the reader has gone on from the citation. */
  readonly hasMoved: RefObject<boolean>;
  /** Hears that the view was moved to the marked words. */
  readonly onShown: () => void;
}

/** Pixels; a wider picture takes memory that phones do not have. */
const maxCanvasWidth = 3_000;

/** Where a quote stands on the drawn page. */
interface Found {
  readonly text: string;
  readonly index: number;
  /** Of the page on which it was found. */
  readonly width: number;
  readonly marks: readonly MarkRectangle[];
}

/** One drawn page: its picture, its text to select, and the marked words between them. */
export function PdfPage({
  file,
  number,
  width,
  ratio,
  parsedText,
  quote,
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
  // Those of the citation before, or of a page of another size, would stand at other words.
  const isOfQuote = found?.text === wanted && found?.index === index && found?.width === width;
  const marks = wanted !== undefined && isOfQuote ? found?.marks : undefined;

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
      // Before words are measured: their places follow the height of the page.
      flushSync(() => setHeight(Math.round(viewport.height)));
      const density = Math.min(globalThis.devicePixelRatio || 1, 2, maxCanvasWidth / width);
      target.width = Math.floor(viewport.width * density);
      target.height = Math.floor(viewport.height * density);
      drawing = page.render({
        canvas: target,
        viewport,
        transform: [density, 0, 0, density, 0, 0],
      });
      // Awaited at the end; a page that leaves the view before rejects it with nobody waiting.
      drawing.promise.catch(() => {});
      const textContentSource = await page.getTextContent();
      // Words of another size must not come between those of this one.
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
    // A page that left the view while it was drawn is not an error.
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
      {marks?.map((mark, place) => (
        <div
          key={place}
          ref={place === 0 ? firstMark : undefined}
          className={classes.mark}
          data-mark
          style={mark}
        />
      ))}
      <div ref={layer} className={`textLayer ${classes.layer}`} data-text-layer />
    </div>
  );
}
