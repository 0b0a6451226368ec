import type { DocumentChunks } from '@lectern/contracts';
import { Box, Button, Group, Text, Textarea } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { ErrorNotice } from '../components/error-notice.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { Hint } from '../components/hint.tsx';
import { LoadMore } from '../components/load-more.tsx';
import { Loading } from '../components/loading.tsx';
import { StateBadge } from '../components/state-badge.tsx';
import { useTexts } from '../i18n/language.tsx';
import { documentChunksQuery } from '../library/documents.ts';
import classes from './document-page.module.css';
import { ChangeButton, PassageHistory, UndoButton } from './passage-history.tsx';

type Chunk = DocumentChunks['chunks'][number];

export interface ChunkListProps {
  readonly documentId: string;
  readonly canEdit: boolean;
}

/** Lists the passages of a document, which people who may write to it correct and hide. */
export function ChunkList({ documentId, canEdit }: ChunkListProps) {
  const texts = useTexts('document');
  const query = useInfiniteQuery(documentChunksQuery(documentId));
  const [edited, setEdited] = useState<Chunk>();
  const [showsHistory, setShowsHistory] = useState(false);
  const save = async ({ id }: Chunk, text: string | null) => {
    await call('editPassage', { params: { id: documentId, chunk_id: id }, body: { text } });
  };
  if (query.isLoadingError) {
    return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
  }
  const chunks = query.data?.pages.flatMap((page) => page.chunks);
  if (!chunks) return <Loading />;
  return (
    <Box py="xs">
      <Button
        size="xs"
        variant="subtle"
        aria-expanded={showsHistory}
        onClick={() => setShowsHistory(!showsHistory)}
      >
        {texts.history}
      </Button>
      {showsHistory && <PassageHistory documentId={documentId} canEdit={canEdit} />}
      {chunks.map((chunk) => (
        <Box
          key={chunk.id}
          component="section"
          aria-label={texts.passage(chunk.position + 1)}
          className={classes.chunk}
        >
          <Group gap="xs" mb={4}>
            <Hint size="xs">
              {[
                texts.passage(chunk.position + 1),
                chunk.page && texts.page(chunk.page),
                chunk.section,
              ]
                .filter(Boolean)
                .join(' · ')}
            </Hint>
            {chunk.corrected && <StateBadge kind="quiet">{texts.corrected}</StateBadge>}
            {chunk.hidden && <StateBadge kind="warn">{texts.hidden}</StateBadge>}
            {canEdit && (
              <Group gap="xs" ml="auto">
                <Button size="compact-xs" variant="subtle" onClick={() => setEdited(chunk)}>
                  {texts.edit}
                </Button>
                {!chunk.hidden && (
                  <ChangeButton documentId={documentId} act={() => save(chunk, null)}>
                    {texts.hide}
                  </ChangeButton>
                )}
                {chunk.edit_id && <UndoButton documentId={documentId} editId={chunk.edit_id} />}
              </Group>
            )}
          </Group>
          <Text component="div" inherit c={chunk.hidden ? 'dimmed' : undefined}>
            {chunk.text}
          </Text>
        </Box>
      ))}
      <LoadMore list={query} label={texts.more} />
      <FormDialog
        title={texts.editTitle}
        size="lg"
        label={texts.save}
        isOpen={edited !== undefined}
        changes={[documentChunksQuery(documentId)]}
        act={async ({ text }) => edited && save(edited, text ?? '')}
        onClose={() => setEdited(undefined)}
      >
        <Textarea
          name="text"
          label={texts.text}
          description={texts.editHint}
          defaultValue={edited?.text}
          autosize
          minRows={6}
          maxRows={20}
          required
          maxLength={20_000}
        />
      </FormDialog>
    </Box>
  );
}
