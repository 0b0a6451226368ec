import { CodePoints } from './code-points.ts';
import type { Block } from './split-blocks.ts';
import { type RowPiece, splitRow } from './split-row.ts';
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

function TableBlock({ block, place }: BlockViewProps) {
  let lineStart = block.start;
  const rows = block.text.split('\n').map((line) => {
    const start = lineStart;
    lineStart += new CodePoints(line).length + 1;
    return { line, start, cells: isRule(line) ? [] : splitRow(line, start) };
  });
  return (
    <div className={classes.tableFrame} tabIndex={0}>
      <table className={classes.table}>
        <tbody>
          {rows.map(({ line, start, cells }) =>
            cells.length === 0 ? (
              <tr key={start} className="visually-hidden" aria-hidden>
                <td>
                  <Marked text={line} start={start} place={place} />
                </td>
              </tr>
            ) : (
              <tr key={start}>
                {cells.map(({ before, words, after }) => (
                  <td key={words.start}>
                    <Unseen piece={before} place={place} />
                    <Marked text={words.text} start={words.start} place={place} />
                    <Unseen piece={after} place={place} />
                  </td>
                ))}
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}

/** Returns true for the line between head and body of a Markdown table. */
function isRule(line: string): boolean {
  return /^\|?[\s:|-]+\|?$/.test(line) && line.includes('---');
}

interface MarkedProps {
  readonly text: string;
  readonly start: number;
  readonly place: BlockViewProps['place'];
}

interface UnseenProps {
  readonly piece: RowPiece;
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
