const againMs = 100;
const settledMs = 1_500;
const readerMoves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Keeps the marked passage in the middle of the frame while the heights around it are still guesses,
 * for a second and a half or until the reader moves. `scrollNear` brings it into the page when what
 * is near the view lacks it. Returns what stops it.
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
