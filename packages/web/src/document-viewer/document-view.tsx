import type { Document } from '@lectern/contracts';
import { Alert, Box, Group, SegmentedControl } from '@mantine/core';
import { useLocalStorage, useWindowEvent } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Loading } from '../components/loading.tsx';
import { useTexts } from '../i18n/language.tsx';
import { keyFromEvent } from '../lib/key-from-event.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { documentTextQuery } from '../library/documents.ts';
import classes from './document-view.module.css';
import { FindBar } from './find-bar.tsx';
import { locatePassage, type Passage } from './locate-passage.ts';
import type { PageLook } from './page-size.ts';
import { ReaderTools, stepZoom, zooms } from './reader-tools.tsx';
import { TextView } from './text-view.tsx';
import { type Find, useFind } from './use-find.ts';

const PdfView = lazyComponent(() => import('./pdf-view.tsx'), 'PdfView');
const PictureView = lazyComponent(() => import('./picture-view.tsx'), 'PictureView');
const PrintView = lazyComponent(() => import('./print-view.tsx'), 'PrintView');

const pictureTypes = ['image/png', 'image/jpeg'];

export interface DocumentViewProps {
  readonly document: Document;
  readonly passage?: Passage | undefined;
  /** True in a narrow pane. */
  readonly isBeside?: boolean;
}

/** Shows a document as pages or text and marks a passage. */
export function DocumentView({ document, passage, isBeside = false }: DocumentViewProps) {
  const texts = useTexts('documentViewer');
  const isPdf = document.mime_type === 'application/pdf';
  const isPicture = pictureTypes.includes(document.mime_type ?? '');
  const hasPages = isPdf || isPicture;
  const [view, setView] = useState(hasPages ? 'pages' : 'text');
  const [hasFailed, setHasFailed] = useState(false);
  const [zoom, setZoom] = useZoom(isBeside);
  const [rotation, setRotation] = useState(0);
  const [hasThumbnails, setHasThumbnails] = useState(false);
  const [isPrinting, setIsPrinting] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const text = useQuery(documentTextQuery(document.id, document.version));
  const find = useFind(text.data?.pages);
  const look: PageLook = { zoom, rotation, drawnZoom: useRef(1) };
  const asPages = hasPages && view === 'pages' && !hasFailed;
  const changeZoom = (by: number) => {
    const next = asPages ? stepZoom(look, by) : undefined;
    if (next !== undefined) setZoom(next);
  };
  useReaderKeys(box, { isBeside, find, changeZoom, print: () => setIsPrinting(true) });
  const close = useEffectEvent(find.close);
  // A new citation is marked in place of the matches.
  useEffect(() => close(), [passage?.start, passage?.end]);
  if (text.isLoadingError) {
    return (
      <Box p="md">
        <ErrorNotice error={text.error} onRetry={() => void text.refetch()} />
      </Box>
    );
  }
  if (!text.data) {
    return (
      <Box p="md">
        <Loading lines={10} />
      </Box>
    );
  }
  const place = passage && locatePassage(text.data.pages, passage);
  const original = {
    documentId: document.id,
    version: document.version,
    place,
    found: find.shown,
    look,
    onFailed: () => setHasFailed(true),
  };
  return (
    <Box ref={box} className={classes.view}>
      <Group px="md" py={6} gap="sm">
        {hasPages && (
          <SegmentedControl
            size="xs"
            aria-label={texts.view}
            value={asPages ? 'pages' : 'text'}
            onChange={(next) => {
              setHasFailed(false);
              setView(next);
            }}
            data={[
              { value: 'pages', label: isPdf ? texts.pages : texts.asPicture },
              { value: 'text', label: texts.text },
            ]}
          />
        )}
        <ReaderTools
          look={asPages ? look : undefined}
          onZoom={setZoom}
          onRotate={() => setRotation((rotation + 90) % 360)}
          onFind={() => openFind(box.current, find)}
          onPrint={() => setIsPrinting(true)}
          onThumbnails={
            asPages && isPdf && !isBeside ? () => setHasThumbnails(!hasThumbnails) : undefined
          }
        />
      </Group>
      {find.isOpen && (
        <FindBar
          find={find}
          onClose={() => {
            find.close();
            box.current?.querySelector<HTMLElement>('[data-reader]')?.focus();
          }}
        />
      )}
      {hasFailed && (
        <Alert color="yellow" mx="md" mb="xs" py={6}>
          {texts.pdfFailed}
        </Alert>
      )}
      {passage && !place && (
        <Alert color="yellow" mx="md" my="xs" py={6} data-unmarked>
          {texts.notMarked}
        </Alert>
      )}
      {asPages ? (
        <Suspense
          fallback={
            <Box p="md">
              <Loading lines={10} />
            </Box>
          }
        >
          {isPdf ? (
            <PdfView
              {...original}
              isRecognised={document.warnings.some(({ code }) => code === 'text_recognised')}
              pages={text.data.pages}
              startPage={passage?.page ?? undefined}
              hasThumbnails={hasThumbnails}
            />
          ) : (
            <PictureView {...original} />
          )}
        </Suspense>
      ) : (
        <TextView documentId={document.id} text={text.data} place={place} found={find.shown} />
      )}
      {isPrinting && (
        <Suspense>
          <PrintView
            documentId={document.id}
            as={asPages ? (isPdf ? 'pdf' : 'picture') : 'text'}
            rotation={rotation}
            text={text.data}
            onDone={() => setIsPrinting(false)}
          />
        </Suspense>
      )}
    </Box>
  );
}

/** Returns the zoom of pages, stored in this browser for the pane and for the full page. */
function useZoom(isBeside: boolean) {
  const [stored, setZoom] = useLocalStorage<PageLook['zoom']>({
    key: isBeside ? 'lectern.pdf-zoom-beside' : 'lectern.pdf-zoom',
    defaultValue: 1,
    getInitialValueInEffect: false,
  });
  const isKnown = stored === 'page' || zooms.includes(stored);
  return [isKnown ? stored : 1, setZoom] as const;
}

/** Opens the field of the search, or returns to it. */
function openFind(box: HTMLElement | null, find: Find): void {
  find.open();
  box?.querySelector<HTMLInputElement>('[data-find]')?.focus();
}

interface ReaderKeys {
  readonly isBeside: boolean;
  readonly find: Find;
  readonly changeZoom: (by: number) => void;
  readonly print: () => void;
}

/**
 * Handles Ctrl+F and Ctrl+P (or Cmd), on the document's own page from anywhere, and + and - on the
 * document. The browser would print only what is in view.
 * A second Ctrl+F reaches the browser.
 */
function useReaderKeys(
  box: React.RefObject<HTMLElement | null>,
  { isBeside, find, changeZoom, print }: ReaderKeys,
): void {
  useWindowEvent('keydown', (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const isInside = target !== null && box.current?.contains(target) === true;
    if (event.altKey || (event.shiftKey && event.key !== '+') || target?.closest('[role=dialog]'))
      return;
    if (event.ctrlKey || event.metaKey) {
      const key = keyFromEvent(event);
      const isMine = key === 'p' || (key === 'f' && !target?.matches('[data-find]'));
      if (!isMine || (isBeside && !isInside)) return;
      event.preventDefault();
      if (key === 'p') print();
      else openFind(box.current, find);
    } else if (isInside && target.matches('[data-reader]')) {
      const by = { '+': 1, '=': 1, '-': -1 }[event.key];
      if (by) changeZoom(by);
    }
  });
}
