import type { Collection, Document } from '@lectern/contracts';
import { Box, Checkbox, UnstyledButton } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import {
  type Dispatch,
  type DragEvent,
  type SetStateAction,
  useCallback,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import { useTexts } from '../i18n/language.tsx';
import { DocumentRow } from './document-row.tsx';
import { dragDocuments } from './drag-documents.ts';
import classes from './library.module.css';
import { mayChange } from './may-change.ts';
import { selectRows } from './select-rows.ts';
import type { SortColumn, Sorting } from './sort-documents.ts';

export interface DocumentRowsProps {
  /** At least one, sorted. */
  readonly rows: readonly Document[];
  readonly collections: readonly Collection[];
  /** The shown collection; undefined for all documents. */
  readonly shownId: string | undefined;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: Dispatch<SetStateAction<ReadonlySet<string>>>;
  readonly sorting: Sorting;
  readonly onSort: (sorting: Sorting) => void;
}

const rowHeight = 56;

/** The table of documents. Only rows near the view are in the page. */
export function DocumentRows(props: DocumentRowsProps) {
  const { rows, collections, shownId, selected, onSelect, sorting, onSort } = props;
  const texts = useTexts('library');
  const frame = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: 40,
    // Rendering synchronously would make scrolling stutter.
    useFlushSync: false,
  });
  const allSelected = useMemo(() => rows.every(({ id }) => selected.has(id)), [rows, selected]);
  const lastId = useRef<string>(undefined);
  const shown = useRef(rows);
  useEffect(() => {
    shown.current = rows;
  }, [rows]);
  const toggle = useCallback(
    (id: string, isRange: boolean) => {
      const fromId = isRange ? lastId.current : undefined;
      lastId.current = id;
      onSelect((now) => selectRows(shown.current, now, { id, fromId }));
    },
    [onSelect],
  );
  const dragRow = (event: DragEvent<HTMLElement>) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-document]');
    const id = row?.dataset.document;
    if (!id || !row.draggable) return;
    const dragged = selected.has(id) ? selected : new Set([id]);
    dragDocuments(
      event,
      rows.filter((one) => dragged.has(one.id) && mayChange(one, collections)),
    );
  };
  const head = (column: SortColumn, label: string, isOptional = false) => (
    <SortButton
      label={label}
      isOptional={isOptional}
      direction={
        sorting.column === column ? (sorting.isDescending ? 'descending' : 'ascending') : 'none'
      }
      onClick={() =>
        onSort({ column, isDescending: sorting.column === column && !sorting.isDescending })
      }
    />
  );
  return (
    <Box
      ref={frame}
      className={classes.table}
      role="table"
      aria-label={texts.library}
      aria-rowcount={rows.length + 1}
      tabIndex={0}
      onDragStart={dragRow}
    >
      <div className={classes.headRow} role="row" aria-rowindex={1}>
        <span role="columnheader">
          <Checkbox
            aria-label={allSelected ? texts.clearSelection : texts.selectAll}
            checked={allSelected}
            indeterminate={!allSelected && rows.some(({ id }) => selected.has(id))}
            onChange={() => onSelect(new Set(allSelected ? [] : rows.map(({ id }) => id)))}
          />
        </span>
        {head('title', texts.titleField)}
        {head('type', texts.type, true)}
        {head('size', texts.size, true)}
        {head('date', texts.columnDate, true)}
        {head('status', texts.status)}
        <span role="columnheader">
          <span className="visually-hidden">{texts.actions}</span>
        </span>
      </div>
      <div role="rowgroup" style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const document = rows[index];
          return (
            document && (
              <DocumentRow
                key={document.id}
                document={document}
                collections={collections}
                shownId={shownId}
                index={index}
                top={start - virtualizer.options.scrollMargin}
                isSelected={selected.has(document.id)}
                onToggle={toggle}
              />
            )
          );
        })}
      </div>
    </Box>
  );
}

interface SortButtonProps {
  readonly label: string;
  readonly direction: 'ascending' | 'descending' | 'none';
  readonly isOptional: boolean;
  readonly onClick: () => void;
}

function SortButton({ label, direction, isOptional, onClick }: SortButtonProps) {
  return (
    <span
      role="columnheader"
      aria-sort={direction}
      className={isOptional ? classes.optional : undefined}
    >
      <UnstyledButton className={classes.sort} onClick={onClick}>
        {label}
        {direction === 'ascending' && <ArrowUp size={14} aria-hidden />}
        {direction === 'descending' && <ArrowDown size={14} aria-hidden />}
      </UnstyledButton>
    </span>
  );
}
