/** Aborts its signal when nothing was heard for a time. */
export interface SilenceWatch {
  readonly signal: AbortSignal;
  /** Starts the time anew. */
  heard(): void;
  /** Ends the watch, and what still listens to its signal. */
  stop(): void;
}

export function watchSilence(timeoutMs: number): SilenceWatch {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), timeoutMs);
  return {
    signal: silence.signal,
    heard() {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), timeoutMs);
    },
    stop() {
      clearTimeout(timer);
      silence.abort();
    },
  };
}
