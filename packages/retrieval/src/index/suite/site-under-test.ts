import type { HybridIndex } from '../hybrid-index.ts';
import type { IndexVersions } from '../index-versions.ts';

/** An empty index and the means to open it. Vectors have 4 dimensions. */
export interface HybridIndexUnderTest {
  openWriter(): Promise<HybridIndex>;
  openReader(): Promise<HybridIndex>;
  /** A reader in a process of its own: only its calls cross over. */
  startReaderProcess(): Promise<RemoteReader>;
  /** Another index version in the same store. */
  openIndexVersion(indexVersion: string, mode: 'read' | 'write'): Promise<HybridIndex>;
  readonly indexVersions: IndexVersions;
  dispose(): Promise<void>;
}

export interface RemoteReader {
  searchKeyword: HybridIndex['searchKeyword'];
  searchDense: HybridIndex['searchDense'];
  countChunks: HybridIndex['countChunks'];
}

/** The site of a case, created for each case. */
export interface SiteUnderTest {
  underTest: HybridIndexUnderTest;
  /** The site's writer. */
  index: HybridIndex;
}

/** Declares a case, or skips it where the adapter cannot pass it. */
export type Behaviour = (title: string, test: () => Promise<void>) => void;
