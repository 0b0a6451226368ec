import { once } from 'node:events';
import type { Analyzer, Embedder } from '@lectern/retrieval';
import type { RoutingQuery } from './routing-index.ts';
import { findUnrelatedCosine } from './unrelated-cosine.ts';

export interface TaskReader {
  readonly analyzer: Analyzer;
  readonly embedder: Embedder;
}

/** A task, analysed and embedded as a whole and in parts. */
export interface Task {
  readonly whole: RoutingQuery;
  /** Empty for a task without parts. */
  readonly parts: readonly RoutingQuery[];
}

/**
 * Analyses a task of 1 to 2,000 characters. If the embedder fails, only words decide.
 * @throws the signal's reason.
 */
export async function readTask(
  { analyzer, embedder }: TaskReader,
  task: string,
  signal?: AbortSignal,
): Promise<Task> {
  const texts = [task, ...splitClauses(task)];
  const options = signal ? { signal } : {};
  const [unrelatedCosine, ...vectors] = await Promise.all([
    orAborted(findUnrelatedCosine(embedder), signal),
    ...texts.map((text) => embedder.embedQuery(text, options)),
  ]).catch((): [number, ...Float32Array[]] => {
    signal?.throwIfAborted();
    return [0];
  });
  const [whole, ...parts] = texts.map(
    (text, at): RoutingQuery => ({
      terms: analyzer.analyzeQuery(text),
      vector: vectors[at] ?? new Float32Array(0),
      unrelatedCosine,
    }),
  );
  return { whole: whole as RoutingQuery, parts };
}

/** Rejects with the signal's reason as soon as it is aborted. */
async function orAborted<Result>(
  running: Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  if (!signal) return running;
  const ended = new AbortController();
  const abort = once(signal, 'abort', { signal: ended.signal }).then(() => {
    throw signal.reason;
  });
  return Promise.race([running, abort]).finally(() => ended.abort());
}

const maxClausesLength = 6;
const minClauseLength = 9;
const boundary =
  /(?<=[.!?。！？;；\n])\s+|,\s+(?=(?:and|then|also|but)\b)|\b(?:and then|and|then|also)\b\s+|\s(?:а также|затем|потом|и)\s+|，|、(?=.{6,})/iu;

/** Returns the parts of a task that asks for several things; empty for any other task. */
function splitClauses(task: string): string[] {
  const clauses = task
    .split(boundary)
    .map((clause) => clause.trim())
    .filter((clause) => clause.length >= minClauseLength);
  return clauses.length > 1 ? clauses.slice(0, maxClausesLength) : [];
}
