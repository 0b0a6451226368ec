const againMs = 100;
const settledMs = 1_500;
const readerMoves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Keeps the marked passage in the middle of the frame while the heights around it are estimates,
 * for 1.5 seconds or until the reader scrolls. `scrollNear` renders the passage if it is not in the
 * page. Returns a function that stops it.
 */
export function centerMark(frame: HTMLElement, scrollNear: () => void): () => void {
  const stop = () => {
    clearInterval(timer);
    for (const move of readerMoves) frame.removeEventListener(move, stop);
  };
  const endsAt = performance.now() + settledMs;
  const timer = setInterval(() => {
    const mark = frame.querySelector('mark');
    if (mark) mark.scrollIntoView({ block: 'center' });
    else scrollNear();
    if (performance.now() >= endsAt) stop();
  }, againMs);
  for (const move of readerMoves) frame.addEventListener(move, stop, { passive: true });
  return stop;
}
