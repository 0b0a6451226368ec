import { useQuery } from '@tanstack/react-query';
import { type PDFDocumentProxy, type RenderTask, TextLayer } from 'pdfjs-dist';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTexts } from '../i18n/language.tsx';
import { pageWordsQuery } from '../library/documents.ts';
import type { ShownHits } from './find-in-text.ts';
import { type DrawnText, markMatches, markQuote, readDrawnText } from './mark-quote.ts';
import classes from './pdf-view.module.css';
import type { PageQuote, Place } from './quote-on-page.ts';
import { HitMarks, Marks, markWords, RotatedLayer, WordLayer } from './word-layer.tsx';

export interface PdfPageProps {
  readonly documentId: string;
  readonly version: number;
  /** True if text was recognised in pictures of the document. */
  readonly isRecognised: boolean;
  readonly file: PDFDocumentProxy;
  readonly number: number;
  readonly width: number;
  readonly rotation: number;
  /** Height divided by width of the first page, until the size of this page is known. */
  readonly ratio: number;
  readonly parsedText: string;
  readonly quote: PageQuote | undefined;
  readonly place: Place | undefined;
  /** Matches on this page, which replace the mark of the quote. */
  readonly found: ShownHits | undefined;
  /** True after the reader has scrolled away from the citation. */
  readonly hasMoved: RefObject<boolean>;
  /** Called when the view has moved to the mark. */
  readonly onShown: () => void;
}

/** Maximum width in pixels; larger canvases exceed the memory of phones. */
const maxCanvasWidth = 3_000;

/** A page as a canvas, its text layer and the marks between them. */
export function PdfPage({
  documentId,
  version,
  isRecognised,
  file,
  number,
  width,
  rotation,
  ratio,
  parsedText,
  quote,
  place,
  found,
  hasMoved,
  onShown,
}: PdfPageProps) {
  const texts = useTexts('documentViewer');
  const canvas = useRef<HTMLCanvasElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(Math.round(width * ratio));
  const [drawn, setDrawn] = useState<DrawnText>();
  const wanted = found ? undefined : quote?.text;
  const index = quote?.index ?? 0;
  const byLine = quote?.byLine;
  const quoteMarks = useMemo(
    () =>
      drawn && wanted !== undefined
        ? markQuote(drawn, parsedText, { text: wanted, index, byLine })
        : undefined,
    [drawn, parsedText, wanted, index, byLine],
  );
  const matchMarks = useMemo(
    () => (drawn && found?.hits.length ? markMatches(drawn, found.pattern) : []),
    [drawn, found?.pattern, found?.hits.length],
  );
  const recognised = useQuery({
    ...pageWordsQuery(documentId, version, number),
    enabled: isRecognised,
  });
  const page = recognised.data?.pages[0];
  const turns = rotation % 180 !== 0;
  const pageWidth = turns ? height : width;
  const markPlace = (spot: Place) => markWords(page?.words ?? [], spot, pageWidth);
  const wordMarks = place && !found ? markPlace(place) : [];
  const isPending = quoteMarks?.length === 0 && recognised.isLoading;
  const ownMarks = isPending ? undefined : quoteMarks;
  const marks = wordMarks.length > 0 ? wordMarks : ownMarks;
  const hitWords = found?.hits.map(markPlace) ?? [];
  const rank = found?.current?.rank ?? -1;
  const isInWords = (hitWords[rank]?.length ?? 0) > 0;

  useEffect(() => {
    let isGone = false;
    let drawing: RenderTask | undefined;
    let textLayer: TextLayer | undefined;
    const draw = async () => {
      const page = await file.getPage(number);
      const turned = { rotation: (page.rotate + rotation) % 360 };
      const scale = width / page.getViewport({ scale: 1, ...turned }).width;
      const viewport = page.getViewport({ scale, ...turned });
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
      setDrawn(readDrawnText(textLayer.textDivs, textBox));
      await drawing.promise;
    };
    // Leaving the view during the render is not an error.
    draw().catch(() => {});
    return () => {
      isGone = true;
      drawing?.cancel();
      textLayer?.cancel();
    };
  }, [file, number, width, rotation]);

  const firstMark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hasMoved.current || !firstMark.current) return;
    firstMark.current.scrollIntoView({ block: 'center', inline: 'center' });
    onShown();
  }, [marks?.length, place?.start, found?.current, matchMarks, page]);

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
      {wordMarks.length === 0 && <Marks marks={marks ?? []} first={firstMark} />}
      <HitMarks
        hits={matchMarks}
        current={isInWords ? -1 : Math.min(rank, matchMarks.length - 1)}
        first={firstMark}
      />
      <div ref={layer} className={`textLayer ${classes.layer}`} data-text-layer />
      <RotatedLayer width={pageWidth} height={turns ? width : height} rotation={rotation}>
        <Marks marks={wordMarks} first={firstMark} />
        <HitMarks hits={hitWords} current={isInWords ? rank : -1} first={firstMark} />
        <WordLayer page={page} width={pageWidth} />
      </RotatedLayer>
    </div>
  );
}
