import { CodePoints } from './code-points.ts';
import type { Block } from './split-blocks.ts';
import classes from './text-view.module.css';

export interface BlockViewProps {
  readonly block: Block;
  readonly place: { readonly start: number; readonly end: number } | undefined;
}

/** The same for all: only what is near the view is there, so that levels would seem to be skipped. */
const headingLevel = 2;

/** One block, with what falls into the marked place marked. */
export function BlockView({ block, place }: BlockViewProps) {
  if (block.kind === 'heading') {
    // Hash marks of Markdown say the level, which is shown by the dress already.
    const lead = /^\s*#{1,6}\s+/.exec(block.text)?.[0].length ?? 0;
    return (
      <p className={classes.heading} role="heading" aria-level={headingLevel}>
        <Marked text={block.text.slice(lead)} start={block.start + lead} place={place} />
      </p>
    );
  }
  if (block.kind === 'table') return <TableBlock block={block} place={place} />;
  if (block.kind === 'code') {
    const lead = block.text.indexOf('\n') + 1 || block.text.length;
    const code = block.text.slice(lead).replace(/\n?\s*(```|~~~)\s*$/, '');
    return (
      <pre className={classes.code} tabIndex={0}>
        <Marked
          text={code}
          start={block.start + new CodePoints(block.text.slice(0, lead)).length}
          place={place}
        />
      </pre>
    );
  }
  return (
    <p className={classes.paragraph} data-kind={block.kind}>
      <Marked text={block.text} start={block.start} place={place} />
    </p>
  );
}

/** Lines with bars or tabs between their cells, as a table. */
function TableBlock({ block, place }: BlockViewProps) {
  let offset = block.start;
  const rows = block.text.split('\n').map((line) => {
    const lineStart = offset;
    offset += new CodePoints(line).length + 1;
    let cellStart = lineStart + (/^\|\s*/.exec(line)?.[0].length ?? 0);
    if (isRule(line)) return [];
    return line
      .replace(/^\|\s*/, '')
      .replace(/\s*\|\s*$/, '')
      .split(/( \| |\t)/)
      .flatMap((piece, index) => {
        const start = cellStart;
        cellStart += new CodePoints(piece).length;
        return index % 2 === 0 ? [{ text: piece, start }] : [];
      });
  });
  return (
    <div className={classes.tableFrame} tabIndex={0}>
      <table className={classes.table}>
        <tbody>
          {rows
            .filter(({ length }) => length > 0)
            .map((cells) => (
              <tr key={cells[0]?.start}>
                {cells.map(({ text, start }) => (
                  <td key={start}>
                    <Marked text={text} start={start} place={place} />
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

/** The line between head and body of a Markdown table. */
function isRule(line: string): boolean {
  return /^\|?[\s:|-]+\|?$/.test(line) && line.includes('---');
}

interface MarkedProps {
  readonly text: string;
  readonly start: number;
  readonly place: BlockViewProps['place'];
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
