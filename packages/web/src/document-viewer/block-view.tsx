import { type ReactNode, useRef } from 'react';
import { useColouredCode } from '../code/use-coloured-code.ts';
import { CodePoints } from './code-points.ts';
import { cutAtCells, type TextPiece } from './cut-at-cells.ts';
import type { Block } from './split-blocks.ts';
import classes from './text-view.module.css';

export interface BlockViewProps {
  readonly block: Block;
  /** Ranges to mark, in order and apart. */
  readonly marks: readonly TextMark[];
}

/** A range in code points of the whole text. */
export interface TextMark {
  readonly start: number;
  readonly end: number;
  /** True for the match that the reader is at, false for the others; absent for a passage. */
  readonly isCurrent?: boolean;
}

/**
 * All headings have one level, because virtual scrolling would make levels appear to be skipped.
 */
const headingLevel = 2;

/** Renders a block and marks the parts of it that are inside `marks`. */
export function BlockView({ block, marks }: BlockViewProps) {
  if (block.kind === 'heading') {
    // The style shows the level, so the hash marks are hidden.
    const lead = /^\s*#{1,6}\s+/.exec(block.text)?.[0].length ?? 0;
    return (
      <p className={classes.heading} role="heading" aria-level={headingLevel}>
        <Unseen piece={{ text: block.text.slice(0, lead), start: block.start }} marks={marks} />
        <Marked text={block.text.slice(lead)} start={block.start + lead} marks={marks} />
      </p>
    );
  }
  if (block.kind === 'table') return <TableBlock block={block} marks={marks} />;
  if (block.kind === 'code') return <CodeBlock block={block} marks={marks} />;
  return (
    <p className={classes.paragraph} data-kind={block.kind}>
      <Marked text={block.text} start={block.start} marks={marks} />
    </p>
  );
}

function CodeBlock({ block: { text, start }, marks }: BlockViewProps) {
  const opening = text.slice(0, text.indexOf('\n') + 1 || text.length);
  const closing = /\n?\s*(```|~~~)\s*$/.exec(text.slice(opening.length))?.[0] ?? '';
  const code = text.slice(opening.length, text.length - closing.length);
  const codeStart = start + new CodePoints(opening).length;
  const closingStart = codeStart + new CodePoints(code).length;
  const element = useRef<HTMLElement>(null);
  // Marks divide the text nodes.
  const drawn = code + marks.map((mark) => `${mark.start}-${mark.end}`).join();
  useColouredCode(element, /[\w+-]+/.exec(opening)?.[0] ?? '', drawn);
  return (
    <pre className={classes.code} tabIndex={0}>
      <Unseen piece={{ text: opening, start }} marks={marks} />
      <code ref={element}>
        <Marked text={code} start={codeStart} marks={marks} />
      </code>
      <Unseen piece={{ text: closing, start: closingStart }} marks={marks} />
    </pre>
  );
}

/** Column names of a table whose rows have no header are not part of its text. */
function TableBlock({ block, marks }: BlockViewProps) {
  const rows = cutAtCells(block);
  const hasHeader = rows.some(({ isHeader }) => isHeader);
  const names = hasHeader ? [] : (block.table?.columns ?? []);
  return (
    <div className={classes.tableFrame} tabIndex={0}>
      <table className={classes.table}>
        {names.some((name) => name !== '') && (
          <thead>
            <tr>
              {names.map((name, column) => (
                <th key={column} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map(({ row, isHeader, cells, after }) => {
            const Cell = isHeader ? 'th' : 'td';
            return (
              <tr key={row}>
                {cells.map(({ column, before, words }) => (
                  <Cell key={column} {...(isHeader && { scope: 'col' })}>
                    <Unseen piece={before} marks={marks} />
                    <Marked text={words.text} start={words.start} marks={marks} />
                    {column === cells.length - 1 && <Unseen piece={after} marks={marks} />}
                  </Cell>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface MarkedProps {
  readonly text: string;
  readonly start: number;
  readonly marks: BlockViewProps['marks'];
}

interface UnseenProps {
  readonly piece: TextPiece;
  readonly marks: BlockViewProps['marks'];
}

/** Hides format characters that the style replaces. They belong to the cited and copied text. */
function Unseen({ piece: { text, start }, marks }: UnseenProps) {
  if (text === '') return null;
  return (
    <span className="visually-hidden" aria-hidden>
      <Marked text={text} start={start} marks={marks} />
    </span>
  );
}

function Marked({ text, start, marks }: MarkedProps) {
  if (marks.length === 0) return text;
  const points = new CodePoints(text);
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { isCurrent, ...mark } of marks) {
    const from = Math.max(at, mark.start - start);
    const to = Math.min(points.length, mark.end - start);
    if (to <= from) continue;
    parts.push(
      points.slice(at, from),
      <mark
        key={from}
        data-hit={isCurrent === undefined ? undefined : true}
        data-current={isCurrent || undefined}
      >
        {points.slice(from, to)}
      </mark>,
    );
    at = to;
  }
  return parts.length === 0 ? text : [...parts, points.slice(at, points.length)];
}
