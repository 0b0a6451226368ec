import { Box } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { addressOf } from '../api/address-of.ts';
import { useTexts } from '../i18n/language.tsx';
import { pageWordsQuery } from '../library/documents.ts';
import classes from './pdf-view.module.css';
import type { Place } from './quote-on-page.ts';
import { markWords, WordLayer } from './word-layer.tsx';

export interface PictureViewProps {
  readonly documentId: string;
  readonly version: number;
  readonly place: Place | undefined;
  /** Width of the picture divided by that of the view. */
  readonly zoom: number;
  readonly onFailed: () => void;
}

const sidePadding = 12;

/** A picture with its recognised words and the marks of a passage. */
export function PictureView({ documentId, version, place, zoom, onFailed }: PictureViewProps) {
  const texts = useTexts('documentViewer');
  const { ref, width: viewWidth } = useElementSize<HTMLDivElement>();
  const [isLoaded, setIsLoaded] = useState(false);
  const page = useQuery(pageWordsQuery(documentId, version, null)).data?.pages[0];
  const width = Math.max(200, Math.floor((viewWidth - 2 * sidePadding) * zoom));
  const marks = useMemo(
    () => (place && page?.words ? markWords(page.words, place, width) : []),
    [place?.start, place?.end, page, width],
  );
  const firstMark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isLoaded) firstMark.current?.scrollIntoView({ block: 'center', inline: 'center' });
  }, [isLoaded, marks]);
  return (
    <Box
      ref={ref}
      className={classes.frame}
      tabIndex={0}
      role="region"
      aria-label={texts.asPicture}
      data-reader="picture"
    >
      <div className={classes.page} style={{ width }} data-marked={marks.length > 0}>
        <img
          src={addressOf('getDocumentFile', { id: documentId })}
          alt={texts.asPicture}
          className={classes.picture}
          onLoad={() => setIsLoaded(true)}
          onError={onFailed}
        />
        {marks.map((mark, at) => (
          <div
            key={at}
            ref={at === 0 ? firstMark : undefined}
            className={classes.mark}
            data-mark
            style={mark}
          />
        ))}
        <WordLayer page={page} width={width} />
      </div>
    </Box>
  );
}
