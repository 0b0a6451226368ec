import { useEffect, useState } from 'react';
import type { AppSource } from './app-source.ts';
import {
  type CallTool,
  type DocumentPart,
  readAfter,
  readAround,
  readBefore,
} from './document-part.ts';
import { PartView } from './part-view.tsx';
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
