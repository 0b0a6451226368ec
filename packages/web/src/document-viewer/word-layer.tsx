import type { DocumentText, PlacedWord } from '@lectern/contracts';
import { type CSSProperties, useMemo } from 'react';
import { CodePoints } from './code-points.ts';
import classes from './pdf-view.module.css';
import type { Place } from './quote-on-page.ts';

export interface WordLayerProps {
  readonly page: DocumentText['pages'][number] | undefined;
  /** Width of the shown page in CSS pixels. */
  readonly width: number;
}

/** The recognised words over a scan, invisible but selectable. */
export function WordLayer({ page, width }: WordLayerProps) {
  const points = useMemo(() => new CodePoints(page?.text ?? ''), [page]);
  return (
    <div data-text-layer>
      {page?.words?.map((word) => (
        <span
          key={word.start}
          className={classes.word}
          style={{
            ...coverWord(word, width),
            fontSize: (word.height * width * letterHeight) / unit,
          }}
        >
          {`${points.slice(word.start - page.start, word.end - page.start)} `}
        </span>
      ))}
    </div>
  );
}

const letterHeight = 0.7;
/** Lengths of a page's width in which places are given. */
const unit = 10_000;

function coverWord({ left, top, width: own, height, angle }: PlacedWord, width: number) {
  const scale = width / unit;
  return {
    left: left * scale,
    top: top * scale,
    width: own * scale,
    height: height * scale,
    ...(angle !== 0 && { transform: `rotate(${angle}deg)`, transformOrigin: '0 0' }),
  } satisfies CSSProperties;
}

/** Returns the rectangles over the words of a passage, each over the part of the word within it. */
export function markWords(
  words: readonly PlacedWord[],
  { start, end }: Place,
  width: number,
): readonly CSSProperties[] {
  return words.flatMap((word) => {
    const length = word.end - word.start;
    const from = Math.max(0, start - word.start) / length;
    const to = Math.min(length, end - word.start) / length;
    if (to <= from) return [];
    const turn = (word.angle * Math.PI) / 180;
    const before = from * word.width;
    const left = word.left + before * Math.cos(turn);
    const top = word.top + before * Math.sin(turn);
    return coverWord({ ...word, left, top, width: (to - from) * word.width }, width);
  });
}
