import type { Document } from '@lectern/contracts';
import { Alert, Box, Group, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Loading } from '../components/loading.tsx';
import { useTexts } from '../i18n/language.tsx';
import { documentTextQuery } from '../library/documents.ts';
import classes from './document-view.module.css';
import { locatePassage, type Passage } from './locate-passage.ts';
import { TextView } from './text-view.tsx';
import { useZoom, ZoomButtons } from './zoom-buttons.tsx';

const PdfView = lazy(async () => ({ default: (await import('./pdf-view.tsx')).PdfView }));
const PictureView = lazy(async () => ({
  default: (await import('./picture-view.tsx')).PictureView,
}));

/** Pictures that browsers show. */
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
  const text = useQuery(documentTextQuery(document.id, document.version));
  if (text.isError) {
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
  const asPages = hasPages && view === 'pages' && !hasFailed;
  const original = {
    documentId: document.id,
    version: document.version,
    place,
    zoom,
    onFailed: () => setHasFailed(true),
  };
  return (
    <Box className={classes.view}>
      {hasPages && (
        <Group px="md" py={6} gap="sm" justify="space-between">
          <SegmentedControl
            size="xs"
            aria-label={texts.view}
            value={asPages ? 'pages' : 'text'}
            onChange={(next) => {
              setHasFailed(false);
              setView(next);
            }}
            data={[
              { value: 'pages', label: isPdf ? texts.asPages : texts.asPicture },
              { value: 'text', label: texts.asText },
            ]}
          />
          {asPages && <ZoomButtons zoom={zoom} onChange={setZoom} />}
        </Group>
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
            />
          ) : (
            <PictureView {...original} />
          )}
        </Suspense>
      ) : (
        <TextView documentId={document.id} text={text.data} place={place} />
      )}
    </Box>
  );
}
