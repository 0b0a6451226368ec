import type { Conversation } from '@lectern/contracts';
import { Anchor, Checkbox, Group, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { Archive, ArchiveRestore, Folder, MessageSquare, Search, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { membersQuery } from '../api/people.ts';
import { DataTable } from '../components/data-table.tsx';
import { Empty } from '../components/empty.tsx';
import { Page } from '../components/page.tsx';
import { PagedView } from '../components/paged-view.tsx';
import { SelectionBar } from '../components/selection-bar.tsx';
import { StateBadge } from '../components/state-badge.tsx';
import { useTab } from '../components/use-tab.ts';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';
import { selectRows } from '../library/select-rows.ts';
import { conversationsQuery } from './conversations.ts';
import { FolderOfConversationsDialog } from './folder-of-conversations-dialog.tsx';
import { useChangeConversations } from './use-change-conversations.ts';
import { useDeleteConversations } from './use-delete-conversations.ts';

const tabs = ['own', 'archived', 'shared'] as const;
const pageSize = 100;
const typingMs = 250;

/** Lists own and archived conversations with actions on several, and those of others. */
export function ConversationsPage() {
  const texts = useTexts('desk');
  const [tab, openTab] = useTab(tabs);
  return (
    <Page title={texts.conversations} width="wide">
      <SegmentedControl
        mb="md"
        size="xs"
        aria-label={texts.conversations}
        data={tabs.map((value) => ({ value, label: texts.tabs[value] }))}
        value={tab}
        onChange={openTab}
      />
      {tab === 'shared' ? <SharedList /> : <OwnList key={tab} isArchive={tab === 'archived'} />}
    </Page>
  );
}

function OwnList({ isArchive }: { readonly isArchive: boolean }) {
  const texts = useTexts('desk');
  const chat = useTexts('chat');
  const { query: asked = '' } = useSearch({ strict: false });
  const [typed, setTyped] = useState(String(asked));
  const [words] = useDebouncedValue(typed.trim(), typingMs);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const query = useInfiniteQuery({
    queryKey: [...conversationsQuery.queryKey, 'page', isArchive, words],
    queryFn: ({ pageParam, signal }) =>
      call('listConversations', {
        query: {
          limit: pageSize,
          archived: String(isArchive),
          ...(words && { query: words }),
          ...(pageParam && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
  const none = () => setSelected(new Set());
  return (
    <>
      <TextInput
        type="search"
        mb="sm"
        maw={420}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          none();
        }}
        placeholder={chat.searchConversations}
        aria-label={chat.searchConversations}
        leftSection={<Search size={16} aria-hidden />}
      />
      <PagedView
        query={query}
        itemsOf={({ conversations }) => conversations}
        empty={
          <Empty
            icon={MessageSquare}
            title={words ? chat.noMatch : isArchive ? texts.noArchived : chat.noConversations}
          />
        }
        more={texts.loadMore}
      >
        {(conversations) => (
          <OwnTable
            conversations={conversations}
            isArchive={isArchive}
            selected={selected}
            onSelect={setSelected}
          />
        )}
      </PagedView>
    </>
  );
}

interface OwnTableProps {
  readonly conversations: readonly Conversation[];
  readonly isArchive: boolean;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
}

function OwnTable({ conversations, isArchive, selected, onSelect }: OwnTableProps) {
  const texts = useTexts('desk');
  const library = useTexts('library');
  const formats = useFormats();
  const [lastId, setLastId] = useState<string>();
  const chosen = conversations.filter(({ id }) => selected.has(id));
  const toggle = (id: string, isRange: boolean) => {
    const fromId = isRange ? lastId : undefined;
    onSelect(selectRows(conversations, selected, { id, fromId }));
    setLastId(id);
  };
  return (
    <>
      {chosen.length > 0 && (
        <ConversationActions
          conversations={chosen}
          isArchive={isArchive}
          onDone={() => onSelect(new Set())}
        />
      )}
      <DataTable
        minWidth={300}
        fz="sm"
        heads={[
          <Checkbox
            key="all"
            size="xs"
            aria-label={library.selectAll}
            checked={chosen.length === conversations.length}
            indeterminate={chosen.length > 0 && chosen.length < conversations.length}
            onChange={({ currentTarget }) =>
              onSelect(new Set(currentTarget.checked ? conversations.map(({ id }) => id) : []))
            }
          />,
          texts.titleField,
          texts.changed,
        ]}
        rows={conversations.map(({ id, title, folder, share, updated_at }) => [
          <Checkbox
            key={id}
            size="xs"
            aria-label={texts.select(title)}
            checked={selected.has(id)}
            onChange={({ nativeEvent }) =>
              toggle(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
          />,
          <Group key="title" gap="xs">
            <Anchor component={Link} to={`/chat/${id}`} size="sm">
              {title}
            </Anchor>
            {folder && <StateBadge kind="quiet">{folder}</StateBadge>}
            {share.audience !== 'none' && <StateBadge kind="quiet">{texts.isShared}</StateBadge>}
          </Group>,
          formats.ago(updated_at),
        ])}
      />
    </>
  );
}

interface ConversationActionsProps {
  readonly conversations: readonly Conversation[];
  readonly isArchive: boolean;
  readonly onDone: () => void;
}

function ConversationActions({ conversations, isArchive, onDone }: ConversationActionsProps) {
  const texts = useTexts('desk');
  const change = useChangeConversations(conversations, onDone);
  const remove = useDeleteConversations(onDone);
  const [isFiling, setIsFiling] = useState(false);
  return (
    <>
      <SelectionBar
        title={texts.selected(conversations.length)}
        actions={[
          {
            label: isArchive ? texts.unarchive : texts.archive,
            icon: isArchive ? ArchiveRestore : Archive,
            isBusy: change.isPending,
            onClick: () => change.mutate({ archived: !isArchive }),
          },
          { label: texts.moveToFolder, icon: Folder, onClick: () => setIsFiling(true) },
          {
            label: texts.delete,
            icon: Trash2,
            isBusy: remove.isPending,
            onClick: () => remove.mutate({ conversations }),
          },
        ]}
        onClear={onDone}
      />
      {isFiling && (
        <FolderOfConversationsDialog
          conversations={conversations}
          onDone={onDone}
          onClose={() => setIsFiling(false)}
        />
      )}
    </>
  );
}

/** Conversations of others that this person may read. */
function SharedList() {
  const texts = useTexts('desk');
  const formats = useFormats();
  const members = useQuery(membersQuery).data?.members ?? [];
  const nameOf = (id: string) => members.find(({ user_id }) => user_id === id)?.name;
  const query = useInfiniteQuery({
    queryKey: ['shared'],
    queryFn: ({ pageParam, signal }) =>
      call('listSharedConversations', {
        query: { limit: pageSize, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
  return (
    <PagedView
      query={query}
      itemsOf={({ conversations }) => conversations}
      empty={
        <Empty icon={MessageSquare} title={texts.noShared}>
          {texts.noSharedText}
        </Empty>
      }
      more={texts.loadMore}
    >
      {(conversations) => (
        <DataTable
          minWidth={300}
          fz="sm"
          heads={[texts.titleField, texts.owner, texts.changed]}
          rows={conversations.map(({ id, title, owner_id, updated_at }) => [
            <Anchor key={id} component={Link} to={`/shared/${id}`} size="sm">
              {title}
            </Anchor>,
            <Text key="owner" size="sm">
              {nameOf(owner_id) ?? texts.formerMember}
            </Text>,
            formats.ago(updated_at),
          ])}
        />
      )}
    </PagedView>
  );
}
