import { Box } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { addressOf } from '../api/address-of.ts';
import { useTexts } from '../i18n/language.tsx';
import { pageWordsQuery } from '../library/documents.ts';
import type { ShownHits } from './find-in-text.ts';
import { measurePage, type PageLook, rotateRatio } from './page-size.ts';
import classes from './pdf-view.module.css';
import type { Place } from './quote-on-page.ts';
import { HitMarks, Marks, markWords, RotatedLayer, WordLayer } from './word-layer.tsx';

export interface PictureViewProps {
  readonly documentId: string;
  readonly version: number;
  readonly place: Place | undefined;
  /** Replaces the mark of `place`; the view moves to the current one. */
  readonly found: ShownHits | undefined;
  readonly look: PageLook;
  readonly onFailed: () => void;
}

/** A picture with its recognised words and the marks of a passage. */
export function PictureView(props: PictureViewProps) {
  const { documentId, version, place, found, look, onFailed } = props;
  const texts = useTexts('documentViewer');
  const { ref, width: viewWidth, height: viewHeight } = useElementSize<HTMLDivElement>();
  /** Height divided by width, once the picture is loaded. */
  const [ratio, setRatio] = useState<number>();
  const page = useQuery(pageWordsQuery(documentId, version, null)).data?.pages[0];
  const rotated = rotateRatio(ratio ?? 1, look.rotation);
  const width = measurePage(look, { width: viewWidth, height: viewHeight }, rotated);
  const height = width * rotated;
  const turns = look.rotation % 180 !== 0;
  const ownWidth = turns ? height : width;
  const mark = (spot: Place) => markWords(page?.words ?? [], spot, ownWidth);
  const marks = place && !found ? mark(place) : [];
  const current = found?.current;
  const firstMark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (ratio) firstMark.current?.scrollIntoView({ block: 'center', inline: 'center' });
  }, [ratio, place?.start, current, page]);
  return (
    <Box
      ref={ref}
      className={classes.frame}
      tabIndex={0}
      role="region"
      aria-label={texts.asPicture}
      data-reader="picture"
    >
      <div className={classes.page} style={{ width, height }} data-marked={marks.length > 0}>
        <RotatedLayer width={ownWidth} height={turns ? width : height} rotation={look.rotation}>
          <img
            src={addressOf('getDocumentFile', { id: documentId })}
            alt={texts.asPicture}
            className={classes.picture}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setRatio(naturalHeight / naturalWidth)
            }
            onError={onFailed}
          />
          <Marks marks={marks} first={firstMark} />
          <HitMarks
            hits={found?.hits.map(mark) ?? []}
            current={current ? (found?.hits.indexOf(current) ?? -1) : -1}
            first={firstMark}
          />
          <WordLayer page={page} width={ownWidth} />
        </RotatedLayer>
      </div>
    </Box>
  );
}
