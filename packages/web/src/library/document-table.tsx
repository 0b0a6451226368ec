import type { Collection, DocumentStatus } from '@lectern/contracts';
import {
  Box,
  Checkbox,
  Group,
  Select,
  Switch,
  Text,
  TextInput,
  UnstyledButton,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp, FileSearch, FileText, Search } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Empty } from '../parts/empty.tsx';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Loading } from '../parts/loading.tsx';
import { useTexts } from '../texts/language.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { DocumentRow } from './document-row.tsx';
import { documentsQuery } from './documents.ts';
import classes from './library.module.css';
import { libraryTexts } from './library-texts.ts';
import { useHidden } from './pending-deletes.ts';
import { type SortColumn, type Sorting, sortDocuments } from './sort-documents.ts';

export interface DocumentTableProps {
  /** All documents where absent. */
  readonly collection: Collection | undefined;
  readonly collections: readonly Collection[];
}

const rowHeight = 52;
const statuses: readonly DocumentStatus[] = [
  'queued',
  'parsing',
  'indexing',
  'ready',
  'failed',
  'cancelled',
];

/** Documents with filters and sorting. Only the rows near the view are in the page. */
export function DocumentTable({ collection, collections }: DocumentTableProps) {
  const texts = useTexts(libraryTexts);
  const [words, setWords] = useState('');
  const [query] = useDebouncedValue(words, 250);
  const [status, setStatus] = useState<DocumentStatus>();
  const [includeChildren, setIncludeChildren] = useState(true);
  const [sorting, setSorting] = useState<Sorting>({ column: 'date', isDescending: true });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const hidden = useHidden();
  const list = useInfiniteQuery(
    documentsQuery({ collectionId: collection?.id, includeChildren, status, query }),
  );
  const { data } = list;
  // Sorting thousands of rows in each frame of a scroll would be seen.
  const loaded = useMemo(() => data?.pages.flatMap(({ documents }) => documents), [data]);
  const rows = useMemo(
    () =>
      sortDocuments(
        (loaded ?? []).filter(({ id }) => !hidden.has(id)),
        sorting,
      ),
    [loaded, hidden, sorting],
  );
  const frame = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: 40,
  });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  // The table sorts what it has, so it fetches all that there is, page by page.
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const isFiltered = query.trim() !== '' || status !== undefined;
  const shownIds = rows.map(({ id }) => id);
  const allSelected = rows.length > 0 && shownIds.every((id) => selected.has(id));
  const toggle = (id: string) =>
    setSelected((now) => {
      const next = new Set(now);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const head = (column: SortColumn, label: string, isOptional = false) => (
    <SortButton
      label={label}
      isOptional={isOptional}
      direction={
        sorting.column === column ? (sorting.isDescending ? 'descending' : 'ascending') : 'none'
      }
      onClick={() =>
        setSorting({ column, isDescending: sorting.column === column && !sorting.isDescending })
      }
    />
  );
  return (
    <>
      <Group mb="sm" gap="sm">
        <TextInput
          flex="1 1 200px"
          maw={360}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          aria-label={texts.filterText}
          placeholder={texts.filterText}
          leftSection={<Search size={16} aria-hidden />}
        />
        <Select
          w={190}
          aria-label={texts.filterStatus}
          placeholder={texts.anyStatus}
          clearable
          value={status ?? null}
          data={statuses.map((value) => ({ value, label: texts[value] }))}
          onChange={(value) => setStatus((value ?? undefined) as DocumentStatus | undefined)}
        />
        {collection && (
          <Switch
            label={texts.includeChildren}
            checked={includeChildren}
            onChange={(event) => setIncludeChildren(event.currentTarget.checked)}
          />
        )}
        <Text size="sm" c="dimmed" ml="auto" role="status">
          {loaded && texts.countDocuments(rows.length)}
          {hasNextPage ? '…' : ''}
        </Text>
      </Group>
      {selected.size > 0 && (
        <BulkBar
          documents={rows.filter(({ id }) => selected.has(id))}
          collections={collections}
          onDone={() => setSelected(new Set())}
        />
      )}
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Loading lines={8} />}
      {loaded && rows.length === 0 && (
        <EmptyTable isFiltered={isFiltered} hasCollection={collection !== undefined} />
      )}
      {rows.length > 0 && (
        <Box
          ref={frame}
          className={classes.table}
          role="table"
          aria-label={texts.title}
          aria-rowcount={rows.length + 1}
          tabIndex={0}
        >
          <div className={classes.headRow} role="row" aria-rowindex={1}>
            <span role="columnheader">
              <Checkbox
                aria-label={allSelected ? texts.clearSelection : texts.selectAll}
                checked={allSelected}
                indeterminate={!allSelected && selected.size > 0}
                onChange={() => setSelected(allSelected ? new Set() : new Set(shownIds))}
              />
            </span>
            {head('title', texts.columnTitle)}
            {head('type', texts.columnType, true)}
            {head('size', texts.columnSize, true)}
            {head('date', texts.columnDate, true)}
            {head('status', texts.columnStatus)}
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
      )}
    </>
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

interface EmptyTableProps {
  readonly isFiltered: boolean;
  readonly hasCollection: boolean;
}

function EmptyTable({ isFiltered, hasCollection }: EmptyTableProps) {
  const texts = useTexts(libraryTexts);
  if (isFiltered) return <Empty icon={FileSearch} title={texts.noneFound} />;
  return (
    <Empty icon={FileText} title={texts.emptyTitle}>
      {hasCollection ? texts.emptyText : texts.chooseFirst}
    </Empty>
  );
}
