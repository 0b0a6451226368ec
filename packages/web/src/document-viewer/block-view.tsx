import { CodePoints } from './code-points.ts';
import { cutAtCells, type TextPiece } from './cut-at-cells.ts';
import type { Block } from './split-blocks.ts';
import classes from './text-view.module.css';

export interface BlockViewProps {
  readonly block: Block;
  readonly place: { readonly start: number; readonly end: number } | undefined;
}

/**
 * All headings have one level, because virtual scrolling would make levels appear to be skipped.
 */
const headingLevel = 2;

/** Renders a block and marks the part of it that is inside `place`. */
export function BlockView({ block, place }: BlockViewProps) {
  if (block.kind === 'heading') {
    // The style shows the level, so the hash marks are hidden.
    const lead = /^\s*#{1,6}\s+/.exec(block.text)?.[0].length ?? 0;
    return (
      <p className={classes.heading} role="heading" aria-level={headingLevel}>
        <Unseen piece={{ text: block.text.slice(0, lead), start: block.start }} place={place} />
        <Marked text={block.text.slice(lead)} start={block.start + lead} place={place} />
      </p>
    );
  }
  if (block.kind === 'table') return <TableBlock block={block} place={place} />;
  if (block.kind === 'code') return <CodeBlock block={block} place={place} />;
  return (
    <p className={classes.paragraph} data-kind={block.kind}>
      <Marked text={block.text} start={block.start} place={place} />
    </p>
  );
}

function CodeBlock({ block: { text, start }, place }: BlockViewProps) {
  const opening = text.slice(0, text.indexOf('\n') + 1 || text.length);
  const closing = /\n?\s*(```|~~~)\s*$/.exec(text.slice(opening.length))?.[0] ?? '';
  const code = text.slice(opening.length, text.length - closing.length);
  const codeStart = start + new CodePoints(opening).length;
  const closingStart = codeStart + new CodePoints(code).length;
  return (
    <pre className={classes.code} tabIndex={0}>
      <Unseen piece={{ text: opening, start }} place={place} />
      <Marked text={code} start={codeStart} place={place} />
      <Unseen piece={{ text: closing, start: closingStart }} place={place} />
    </pre>
  );
}

/** Column names of a table whose rows have no header are not part of its text. */
function TableBlock({ block, place }: BlockViewProps) {
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
                    <Unseen piece={before} place={place} />
                    <Marked text={words.text} start={words.start} place={place} />
                    {column === cells.length - 1 && <Unseen piece={after} place={place} />}
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
  readonly place: BlockViewProps['place'];
}

interface UnseenProps {
  readonly piece: TextPiece;
  readonly place: BlockViewProps['place'];
}

/** Hides format characters that the style replaces. They belong to the cited and copied text. */
function Unseen({ piece: { text, start }, place }: UnseenProps) {
  if (text === '') return null;
  return (
    <span className="visually-hidden" aria-hidden>
      <Marked text={text} start={start} place={place} />
    </span>
  );
}

function Marked({ text, start, place }: MarkedProps) {
  if (!place) return text;
  const points = new CodePoints(text);
  const from = Math.max(0, place.start - start);
  const to = Math.min(points.length, place.end - start);
  if (to <= from) return text;
  return (
    <>
      {points.slice(0, from)}
      <mark>{points.slice(from, to)}</mark>
      {points.slice(to, points.length)}
    </>
  );
}
