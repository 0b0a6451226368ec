import { useEffect, useMemo, useRef } from 'react';
import { BlockView } from '../document-viewer/block-view.tsx';
import { locatePassage } from '../document-viewer/locate-passage.ts';
import { splitBlocks } from '../document-viewer/split-blocks.ts';
import type { AppSource } from './app-source.ts';
import type { DocumentPart } from './document-part.ts';
import type { AppTexts } from './texts.ts';

export interface PartViewProps {
  readonly source: AppSource;
  readonly texts: AppTexts;
  readonly part: DocumentPart;
  readonly onEarlier: () => void;
  readonly onLater: () => void;
}

/** Shows a part of a document with the quote of a source marked. */
export function PartView({ source, part, texts, onEarlier, onLater }: PartViewProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { text, start, outline, tables, hasMore } = part;
  const pages = useMemo(() => [{ page: null, text, start }], [text, start]);
  const place = useMemo(() => locatePassage(pages, source), [pages, source]);
  const blocks = useMemo(
    () => splitBlocks({ pages, outline: [...outline], tables }),
    [pages, outline, tables],
  );
  // scrollIntoView would also scroll the client's page.
  useEffect(() => {
    const mark = frame.current?.querySelector('mark');
    if (!frame.current || !mark) return;
    const { top } = frame.current.getBoundingClientRect();
    frame.current.scrollTop +=
      mark.getBoundingClientRect().top - top - frame.current.clientHeight / 3;
  }, []);
  return (
    <>
      {!place && (
        <p className="note" role="status" data-unmarked>
          {texts.viewer.notMarked}
        </p>
      )}
      <div
        ref={frame}
        className="frame"
        tabIndex={0}
        role="region"
        aria-label={texts.app.documentText}
      >
        {start > 0 && (
          <button type="button" onClick={onEarlier}>
            {texts.app.earlier}
          </button>
        )}
        {blocks.map((block) => (
          <BlockView key={block.start} block={block} marks={place ? [place] : []} />
        ))}
        {hasMore && (
          <button type="button" onClick={onLater}>
            {texts.app.later}
          </button>
        )}
      </div>
    </>
  );
}
