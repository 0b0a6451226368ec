import type { SearchMode } from '@lectern/contracts';

/** One way to search: a mode, as it is or with the suite's reranker after it. */
export interface Setting {
  readonly mode: SearchMode;
  readonly rerank: boolean;
}

/** What all commands take that compare ways to search. */
export interface SettingFlags {
  readonly mode: readonly SearchMode[];
  readonly rerank: boolean;
  readonly concurrency: number;
  readonly metrics?: readonly string[];
  readonly json?: boolean;
}

/** The modes, each with the reranker too where that is asked for. */
export function listSettings({ mode, rerank }: Pick<SettingFlags, 'mode' | 'rerank'>): Setting[] {
  const reranked = rerank ? [false, true] : [false];
  return mode.flatMap((each) => reranked.map((is) => ({ mode: each, rerank: is })));
}

/** `hybrid`, or `hybrid+rerank`. */
export function nameSetting({ mode, rerank }: Setting): string {
  return rerank ? `${mode}+rerank` : mode;
}
