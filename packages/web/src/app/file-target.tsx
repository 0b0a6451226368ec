import { Box, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useParams } from '@tanstack/react-router';
import { Upload } from 'lucide-react';
import { Suspense, useState } from 'react';
import { queryClient } from '../api/query-client.ts';
import { useMe } from '../api/session.ts';
import { useTexts } from '../i18n/language.tsx';
import { lazyComponent } from '../lib/lazy-component.ts';
import { addFiles, useAddChoice } from '../library/add-files.ts';
import { collectionsQuery } from '../library/collections.ts';
import type { DroppedEntries } from '../library/file-drop.tsx';
import { nameFiles } from '../library/named-file.ts';
import { hasFiles, listEntries } from '../library/read-dropped.ts';
import { wantedTray } from '../library/wanted-tray.ts';
import classes from './shell.module.css';

const FileDrop = lazyComponent(() => import('../library/file-drop.tsx'), 'FileDrop');

/**
 * Adds files that are dropped or pasted anywhere on a page. Parts of the page with another use for
 * them prevent the default of the event. A browser would open a dropped file and discard input.
 */
export function FileTarget() {
  const texts = useTexts('app');
  const [isOver, setIsOver] = useState(false);
  const [dropped, setDropped] = useState<DroppedEntries>();
  const canAdd = useMe().scopes.includes('documents:write');
  const { collectionId: shownId } = useParams({ strict: false });
  const hasChoice = useAddChoice() !== undefined;
  const isTrayWanted = wantedTray.useValue();
  /** The shown collection if the person may add to it; otherwise the person chooses one. */
  const findPlace = () =>
    queryClient
      .getQueryData(collectionsQuery.queryKey)
      ?.find(({ id, permission }) => id === shownId && permission !== 'read')?.id;
  const drag = (event: DragEvent) => {
    const isMine = !event.defaultPrevented && hasFiles(event);
    // The pointer also leaves each element that it crosses.
    if (event.type === 'dragleave' && event.relatedTarget) return;
    setIsOver(isMine && canAdd && event.type === 'dragover');
    if (!isMine || !event.dataTransfer || event.type === 'dragleave') return;
    event.preventDefault();
    if (!canAdd) event.dataTransfer.dropEffect = 'none';
    else if (event.type === 'drop') {
      setDropped({ collectionId: findPlace(), entries: listEntries(event.dataTransfer) });
    }
  };
  const paste = (event: ClipboardEvent) => {
    const files = nameFiles(event.clipboardData?.files ?? []);
    if (event.defaultPrevented || !canAdd || files.length === 0) return;
    event.preventDefault();
    addFiles(findPlace(), files);
  };
  useWindowEvent('dragover', drag);
  useWindowEvent('dragleave', drag);
  useWindowEvent('drop', drag);
  useWindowEvent('paste', paste);
  return (
    <>
      {(dropped || hasChoice || isTrayWanted) && (
        <Suspense>
          <FileDrop dropped={dropped} />
        </Suspense>
      )}
      {isOver && (
        <Box className={classes.dropOver}>
          <Upload size={32} aria-hidden />
          <Text fw={600}>{texts.dropAnywhere}</Text>
        </Box>
      )}
    </>
  );
}
