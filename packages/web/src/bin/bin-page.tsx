import type { BinEntry } from '@lectern/contracts';
import { Button, Group, SegmentedControl, Table, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { FileText, Folder, MessageSquare, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { membersQuery } from '../api/people.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Empty } from '../components/empty.tsx';
import { Hint } from '../components/hint.tsx';
import { notifyDone } from '../components/notify.ts';
import { Page } from '../components/page.tsx';
import { PagedView } from '../components/paged-view.tsx';
import { WideTable } from '../components/wide-table.tsx';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';
import { focusContent } from '../lib/focus-content.ts';
import { useRestore } from '../library/use-restore.ts';

const icons = { document: FileText, collection: Folder, conversation: MessageSquare } as const;
const kinds = ['all', 'document', 'collection', 'conversation'] as const;
type Kind = (typeof kinds)[number];

/** Lists deleted items, which can be restored or deleted permanently. */
export function BinPage() {
  const texts = useTexts('bin');
  const [kind, setKind] = useState<Kind>('all');
  const query = useInfiniteQuery({
    queryKey: ['bin', kind],
    queryFn: ({ pageParam, signal }) =>
      call('listBin', {
        query: {
          limit: 100,
          ...(kind !== 'all' && { kind }),
          ...(pageParam && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
  const [purged, setPurged] = useState<BinEntry>();
  return (
    <Page title={texts.bin} description={texts.description} width="wide">
      <SegmentedControl
        mb="md"
        size="xs"
        aria-label={texts.kind}
        data={kinds.map((value) => ({ value, label: texts.kinds[value] }))}
        value={kind}
        onChange={setKind}
      />
      <PagedView
        query={query}
        itemsOf={(page) => page.entries}
        more={texts.loadMore}
        empty={<Empty icon={Trash2} title={texts.empty} />}
      >
        {(entries) => (
          <WideTable minWidth={300} fz="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{texts.name}</Table.Th>
                <Table.Th visibleFrom="sm">{texts.collection}</Table.Th>
                <Table.Th visibleFrom="sm">{texts.deleted}</Table.Th>
                <Table.Th visibleFrom="sm">{texts.purged}</Table.Th>
                <Table.Th>
                  <span className="visually-hidden">{texts.actions}</span>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {entries.map((entry) => (
                <BinRow
                  key={entry.id}
                  entry={entry}
                  onPurge={() => setPurged(entry)}
                  onRestored={() => void query.refetch()}
                />
              ))}
            </Table.Tbody>
          </WideTable>
        )}
      </PagedView>
      <ConfirmDialog
        isOpen={purged !== undefined}
        title={texts.purgeTitle(purged?.name ?? '')}
        text={texts.purgeText}
        action={texts.purge}
        act={async () => purged && call('purgeFromBin', { params: { id: purged.id } })}
        onDone={() => {
          focusContent();
          void query.refetch();
        }}
        onClose={() => setPurged(undefined)}
      />
    </Page>
  );
}

interface BinRowProps {
  readonly entry: BinEntry;
  readonly onPurge: () => void;
  readonly onRestored: () => void;
}

function BinRow({ entry, onPurge, onRestored }: BinRowProps) {
  const texts = useTexts('bin');
  const formats = useFormats();
  const members = useQuery(membersQuery).data?.members ?? [];
  const restore = useRestore(() => {
    focusContent();
    notifyDone(texts.restored(entry.name));
    onRestored();
  });
  const Icon = icons[entry.kind];
  const person = members.find(({ user_id }) => user_id === entry.deleted_by)?.name;
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs" wrap="nowrap">
          <Icon size={16} aria-label={texts.kindOf[entry.kind]} style={{ flexShrink: 0 }} />
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {entry.name}
          </Text>
        </Group>
        {entry.kind === 'collection' && (
          <Hint size="xs">{texts.countDocuments(entry.document_count ?? 0)}</Hint>
        )}
        <Hint size="xs" hiddenFrom="sm">
          {texts.deletedAgo(formats.ago(entry.deleted_at), formats.date(entry.purged_at))}
        </Hint>
      </Table.Td>
      <Table.Td visibleFrom="sm">{entry.parent_name}</Table.Td>
      <Table.Td visibleFrom="sm" title={formats.dateTime(entry.deleted_at)}>
        {formats.ago(entry.deleted_at)}
        {person && <Hint size="xs">{person}</Hint>}
      </Table.Td>
      <Table.Td visibleFrom="sm" style={{ whiteSpace: 'nowrap' }}>
        {formats.date(entry.purged_at)}
      </Table.Td>
      <Table.Td>
        <Group gap="xs" justify="flex-end" wrap="wrap">
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Undo2 size={14} />}
            loading={restore.isPending}
            aria-label={texts.restoreEntry(entry.name)}
            onClick={() => restore.mutate([entry.id])}
          >
            {texts.restore}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={texts.purgeEntry(entry.name)}
            onClick={onPurge}
          >
            {texts.purge}
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
