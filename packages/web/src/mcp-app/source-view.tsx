import { useEffect, useMemo, useRef, useState } from 'react';
import { BlockView } from '../document-viewer/block-view.tsx';
import { locatePassage } from '../document-viewer/locate-passage.ts';
import { splitBlocks } from '../document-viewer/split-blocks.ts';
import type { AppSource } from './app-source.ts';
import {
  type CallTool,
  type DocumentPart,
  readAfter,
  readAround,
  readBefore,
} from './document-part.ts';
import type { AppTexts } from './texts.ts';

export interface SourceViewProps {
  readonly source: AppSource;
  readonly texts: AppTexts;
  /** Undefined if the client does not let views call tools. */
  readonly callTool: CallTool | undefined;
}

/** Shows the document of a source at its passage, or only the quote. */
export function SourceView({ source, texts: allTexts, callTool }: SourceViewProps) {
  const texts = allTexts.app;
  const [part, setPart] = useState<DocumentPart>();
  const [hasFailed, setHasFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const { documentId, start, end } = source;
  useEffect(() => {
    if (!callTool) return undefined;
    let isWanted = true;
    setHasFailed(false);
    readAround(callTool, documentId, { start, end }).then(
      (read) => isWanted && setPart(read),
      () => isWanted && setHasFailed(true),
    );
    return () => {
      isWanted = false;
    };
  }, [callTool, documentId, start, end, attempt]);
  if (part && callTool) {
    const extend = (read: typeof readAfter) => {
      setHasFailed(false);
      read(callTool, documentId, part).then(setPart, () => setHasFailed(true));
    };
    return (
      <>
        <PartView
          source={source}
          part={part}
          texts={allTexts}
          onEarlier={() => extend(readBefore)}
          onLater={() => extend(readAfter)}
        />
        {hasFailed && (
          <p className="note" role="status">
            {texts.moreFailed}
          </p>
        )}
      </>
    );
  }
  if (callTool && !hasFailed) return <p role="status">{texts.reading}</p>;
  return (
    <>
      <p className="note" role="status">
        {callTool ? texts.unreadable : texts.passageAlone}{' '}
        {callTool && (
          <button type="button" onClick={() => setAttempt(attempt + 1)}>
            {texts.retry}
          </button>
        )}
      </p>
      <blockquote>{source.quote}</blockquote>
    </>
  );
}

interface PartViewProps {
  readonly source: AppSource;
  readonly texts: AppTexts;
  readonly part: DocumentPart;
  readonly onEarlier: () => void;
  readonly onLater: () => void;
}

/** Shows a part of a document with the quote of a source marked. */
function PartView({ source, part, texts, onEarlier, onLater }: PartViewProps) {
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
