import type { Collection, Document, DocumentStatus } from '@lectern/contracts';
import { Group, Switch, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { FileSearch, FileText, Search } from 'lucide-react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Empty } from '../components/empty.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Hint } from '../components/hint.tsx';
import { Loading } from '../components/loading.tsx';
import { useTexts } from '../i18n/language.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { DocumentRows } from './document-rows.tsx';
import { documentsQuery } from './documents.ts';
import { type DocumentFilters, filterDocuments } from './filter-documents.ts';
import { FilterSelects } from './filter-selects.tsx';
import { listAttachments } from './find-attached.ts';
import { type Sorting, sortDocuments } from './sort-documents.ts';
import { hiddenDocuments } from './use-restore.ts';

export interface DocumentTableProps {
  /** Undefined for all documents. */
  readonly collection: Collection | undefined;
  readonly collections: readonly Collection[];
}

const noDocuments: readonly Document[] = [];

/** Filters and sorts documents. */
export function DocumentTable({ collection, collections }: DocumentTableProps) {
  const texts = useTexts('library');
  const [words, setWords] = useState('');
  const [query] = useDebouncedValue(words, 250);
  const [status, setStatus] = useState<DocumentStatus>();
  const [filters, setFilters] = useState<DocumentFilters>({});
  const [includeChildren, setIncludeChildren] = useState(true);
  const [sorting, setSorting] = useState<Sorting>({ column: 'date', isDescending: true });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const hidden = hiddenDocuments.useValue();
  // Files of conversations are shown with these alone.
  const attachments = useMemo(
    () => new Set(collection ? [] : listAttachments(collections)),
    [collection, collections],
  );
  const list = useInfiniteQuery(
    documentsQuery({ collectionId: collection?.id, includeChildren, status, query }),
  );
  const { data } = list;
  // Deferred, because sorting thousands of rows slows down typing.
  const loaded = useMemo(() => data?.pages.flatMap(({ documents }) => documents), [data]);
  const rows = useMemo(
    () =>
      sortDocuments(
        filterDocuments(loaded ?? noDocuments, filters).filter(
          ({ id, collection_id }) => !hidden.has(id) && !attachments.has(collection_id),
        ),
        sorting,
      ),
    [loaded, hidden, sorting, filters, attachments],
  );
  useFocusInRows({ rows, hidden });
  const chosen = useMemo(() => rows.filter(({ id }) => selected.has(id)), [rows, selected]);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  // The table sorts on the client, so it loads every page.
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const isFiltered =
    query.trim() !== '' ||
    status !== undefined ||
    Object.values(filters).some((value) => value !== undefined);
  return (
    <>
      <Group mb="sm" gap="sm">
        <TextInput
          flex="1 1 160px"
          maw={360}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          aria-label={texts.filterText}
          placeholder={texts.filterText}
          leftSection={<Search size={16} aria-hidden />}
        />
        <FilterSelects
          documents={loaded ?? noDocuments}
          status={status}
          onStatus={setStatus}
          filters={filters}
          onFilters={setFilters}
        />
        {collections.some(({ parent_id }) => parent_id === collection?.id) && collection && (
          <Switch
            label={texts.includeChildren}
            checked={includeChildren}
            onChange={(event) => setIncludeChildren(event.currentTarget.checked)}
          />
        )}
        <Hint ml="auto" role="status">
          {loaded && texts.countDocuments(rows.length)}
          {hasNextPage ? '…' : ''}
        </Hint>
      </Group>
      {chosen.length > 0 && (
        <BulkBar
          documents={chosen}
          collections={collections}
          onDone={() => setSelected(new Set())}
        />
      )}
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Loading lines={8} />}
      {loaded && rows.length === 0 && (
        <EmptyTable isFiltered={isFiltered} canAdd={collection?.permission !== 'read'} />
      )}
      {rows.length > 0 && (
        <DocumentRows
          rows={rows}
          collections={collections}
          shownId={collection?.id}
          selected={selected}
          onSelect={setSelected}
          sorting={sorting}
          onSort={setSorting}
        />
      )}
    </>
  );
}

interface EmptyTableProps {
  readonly isFiltered: boolean;
  readonly canAdd: boolean;
}

function EmptyTable({ isFiltered, canAdd }: EmptyTableProps) {
  const texts = useTexts('library');
  if (isFiltered) return <Empty icon={FileSearch} title={texts.noneFound} />;
  return (
    <Empty icon={FileText} title={texts.emptyTitle}>
      {canAdd ? texts.emptyText : texts.emptyForReaders}
    </Empty>
  );
}

interface ShownRows {
  readonly rows: readonly Pick<Document, 'id'>[];
  /** Ids of rows that were deleted. */
  readonly hidden: ReadonlySet<string>;
}

/**
 * Keeps the keyboard focus in the table: from a deleted row to its successor, and from the undo
 * notice back to the row.
 */
function useFocusInRows({ rows, hidden }: ShownRows): void {
  const shown = useRef<ShownRows>({ rows, hidden });
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { rows, hidden };
    if (before.hidden === hidden || !isFocusLost()) return;
    const place = findPlace(before, { rows, hidden });
    if (place === undefined) return;
    const id = CSS.escape(rows[place]?.id ?? '');
    const places = [`[data-document="${id}"] a`, '#content [role=table]', '#content'];
    for (const selector of places) {
      const element = document.querySelector<HTMLElement>(selector);
      if (element) return element.focus();
    }
  }, [rows, hidden]);
}

function findPlace(before: ShownRows, now: ShownRows): number | undefined {
  const back = now.rows.findIndex(({ id }) => before.hidden.has(id));
  if (back >= 0) return back;
  const gone = before.rows.findIndex(({ id }) => now.hidden.has(id));
  return gone >= 0 ? Math.min(gone, now.rows.length - 1) : undefined;
}

/** Returns true if the focused element is gone; the body has the focus if no row is left. */
function isFocusLost(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement.matches('body, [data-undo], #content');
}
