import type { DocumentText, PlacedWord } from '@lectern/contracts';
import { type CSSProperties, type ReactNode, type RefObject, useMemo } from 'react';
import { CodePoints } from './code-points.ts';
import classes from './pdf-view.module.css';
import type { Place } from './quote-on-page.ts';

export interface WordLayerProps {
  readonly page: DocumentText['pages'][number] | undefined;
  /** Width of the shown page in CSS pixels. */
  readonly width: number;
}

export interface RotatedLayerProps {
  /** Size of the page before the rotation. */
  readonly width: number;
  readonly height: number;
  readonly rotation: number;
  readonly children: ReactNode;
}

/** A layer over a page whose children have places on the page before its rotation. */
export function RotatedLayer({ width, height, rotation, children }: RotatedLayerProps) {
  return (
    <div className={classes.rotated} style={{ width, height }} data-main-rotation={rotation}>
      {children}
    </div>
  );
}

export interface MarksProps {
  readonly marks: readonly CSSProperties[];
  /** Marks of a search; undefined for a passage. */
  readonly hit?: 'current' | 'other';
  /** Receives the first mark. */
  readonly first?: RefObject<HTMLDivElement | null> | undefined;
}

export function Marks({ marks, hit, first }: MarksProps) {
  return marks.map((mark, at) => (
    <div
      key={at}
      ref={at === 0 ? first : undefined}
      className={classes.mark}
      data-mark={hit === undefined || undefined}
      data-hit={hit}
      style={mark}
    />
  ));
}

export interface HitMarksProps {
  /** The rectangles of each match. */
  readonly hits: readonly (readonly CSSProperties[])[];
  /** Index of the match that the reader is at. */
  readonly current: number;
  readonly first: MarksProps['first'];
}

export function HitMarks({ hits, current, first }: HitMarksProps) {
  return hits.map((marks, at) => (
    <Marks
      key={at}
      marks={marks}
      hit={at === current ? 'current' : 'other'}
      first={at === current ? first : undefined}
    />
  ));
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
