import type { DocumentText } from '@lectern/contracts';
import { useDeferredValue, useMemo, useState } from 'react';
import { findInText, type Hit, type ShownHits, toFindPattern } from './find-in-text.ts';

export interface Find {
  readonly isOpen: boolean;
  readonly query: string;
  readonly hits: readonly Hit[];
  /** Number of the current match, from 0. */
  readonly at: number;
  /** Matches to mark; undefined without words. */
  readonly shown: ShownHits | undefined;
  readonly open: () => void;
  readonly close: () => void;
  readonly setQuery: (query: string) => void;
  readonly step: (by: number) => void;
}

const noHits: readonly Hit[] = [];

/** Finds words in the parsed text of a document. */
export function useFind(pages: DocumentText['pages'] | undefined): Find {
  const [isOpen, setIsOpen] = useState(false);
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const wanted = useDeferredValue(isOpen ? query : '');
  const pattern = useMemo(() => toFindPattern(wanted), [wanted]);
  const hits = useMemo(
    () => (pattern && pages ? findInText(pages, pattern) : noHits),
    [pages, pattern],
  );
  const current = hits[at];
  const shown = useMemo(
    () => (pattern ? { pattern, hits, current } : undefined),
    [pattern, hits, current],
  );
  return {
    isOpen,
    query,
    hits,
    at,
    shown,
    open: () => setIsOpen(true),
    close: () => setIsOpen(false),
    setQuery: (next) => {
      setQuery(next);
      setAt(0);
    },
    step: (by) => setAt((at + by + hits.length) % Math.max(1, hits.length)),
  };
}
