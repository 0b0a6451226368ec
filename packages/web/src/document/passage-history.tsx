import type { PassageEdit } from '@lectern/contracts';
import { Box, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../api/call.ts';
import { membersQuery } from '../api/people.ts';
import { refreshQueries } from '../api/query-client.ts';
import { ActionButton } from '../components/action-button.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Hint } from '../components/hint.tsx';
import { LoadMore } from '../components/load-more.tsx';
import { Loading } from '../components/loading.tsx';
import { type BadgeKind, StateBadge } from '../components/state-badge.tsx';
import { useAction } from '../components/use-action.ts';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';
import { documentChunksQuery } from '../library/documents.ts';
import classes from './document-page.module.css';

export interface PassageHistoryProps {
  readonly documentId: string;
  readonly canEdit: boolean;
}

/** Lists the edits of the passages of a document with their text before and after. */
export function PassageHistory({ documentId, canEdit }: PassageHistoryProps) {
  const texts = useTexts('document');
  const query = useInfiniteQuery({
    // Read again with the passages.
    queryKey: [...documentChunksQuery(documentId).queryKey, 'edits'],
    queryFn: ({ pageParam, signal }) =>
      call('listPassageEdits', {
        params: { id: documentId },
        query: { limit: 20, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
  if (query.isLoadingError) {
    return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
  }
  const edits = query.data?.pages.flatMap((page) => page.edits);
  if (!edits) return <Loading />;
  return (
    <Box component="section" aria-label={texts.history} mb="md">
      {edits.length === 0 && <Text c="dimmed">{texts.noEdits}</Text>}
      <Stack component="ul" gap="sm" my="sm" p={0} style={{ listStyle: 'none' }}>
        {edits.map((edit) => (
          <li key={edit.id}>
            <Edit edit={edit} documentId={documentId} canEdit={canEdit} />
          </li>
        ))}
      </Stack>
      <LoadMore list={query} label={texts.more} />
    </Box>
  );
}

const kinds = {
  applied: 'good',
  lost: 'warn',
  replaced: 'quiet',
  undone: 'quiet',
} as const satisfies Record<PassageEdit['state'], BadgeKind>;

function Edit({ edit, documentId, canEdit }: PassageHistoryProps & { readonly edit: PassageEdit }) {
  const texts = useTexts('document');
  const formats = useFormats();
  const members = useQuery(membersQuery).data?.members;
  const nameOf = (id: string | null) =>
    members?.find(({ user_id }) => user_id === id)?.name ?? id ?? texts.imported;
  const { state, page, before, after, edited_by, edited_at, ended_by, ended_at } = edit;
  const facts = [
    nameOf(edited_by),
    formats.dateTime(edited_at),
    page && texts.page(page),
    ended_at && texts.endedBy(nameOf(ended_by), formats.dateTime(ended_at)),
  ];
  return (
    <>
      <Group gap="xs">
        <StateBadge kind={kinds[state]}>{texts.editStates[state]}</StateBadge>
        <Hint size="xs">{facts.filter(Boolean).join(' · ')}</Hint>
        {canEdit && (state === 'applied' || state === 'lost') && (
          <UndoButton documentId={documentId} editId={edit.id} />
        )}
      </Group>
      {[
        [texts.before, before],
        [texts.after, after],
      ].map(([name, text]) => (
        <Text key={name} size="sm" className={classes.edit ?? ''}>
          <b>{name}</b>: {text ?? texts.nothing}
        </Text>
      ))}
    </>
  );
}

export function UndoButton(props: { readonly documentId: string; readonly editId: string }) {
  const texts = useTexts('document');
  const { documentId, editId } = props;
  const params = { id: documentId, edit_id: editId };
  return (
    <ChangeButton documentId={documentId} act={() => call('undoPassageEdit', { params })}>
      {texts.undo}
    </ChangeButton>
  );
}

export interface ChangeButtonProps {
  readonly documentId: string;
  readonly act: () => Promise<unknown>;
  readonly children: ReactNode;
}

export function ChangeButton({ documentId, act, children }: ChangeButtonProps) {
  const run = useAction(act, {
    onDone: () => void refreshQueries(documentChunksQuery(documentId)),
  });
  return (
    <ActionButton action={run} size="compact-xs" variant="subtle">
      {children}
    </ActionButton>
  );
}
