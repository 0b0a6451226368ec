import { Box, Breadcrumbs, Button, Drawer, Group, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { FolderTree, FolderX, Library, MessageSquare } from 'lucide-react';
import { Suspense } from 'react';
import { useMe } from '../api/session.ts';
import { Empty } from '../components/empty.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Loading } from '../components/loading.tsx';
import { useTabTitle } from '../components/page.tsx';
import { useTexts } from '../i18n/language.tsx';
import { lazyComponent } from '../lib/lazy-component.ts';
import { findPath } from './collection-tree.ts';
import { CollectionTreeView } from './collection-tree-view.tsx';
import { collectionsQuery } from './collections.ts';
import { DocumentTable } from './document-table.tsx';
import { DropZone, UploadButtons } from './drop-zone.tsx';
import { useDocumentEvents } from './follow-documents.ts';
import classes from './library.module.css';
import { NewCollectionButton } from './new-collection.tsx';
import { SampleButton } from './sample-button.tsx';

const OutdatedNotice = lazyComponent(() => import('./outdated-notice.tsx'), 'OutdatedNotice');

export function LibraryPage() {
  const texts = useTexts('library');
  const errors = useTexts('errors');
  const { collectionId } = useParams({ strict: false });
  const collections = useQuery(collectionsQuery);
  const [isTreeOpen, tree] = useDisclosure(false);
  const canAdd = useMe().scopes.includes('documents:write');
  useDocumentEvents(collectionId);
  const all = collections.data ?? [];
  const path = findPath(all, collectionId);
  const current = path.at(-1);
  useTabTitle(current?.name ?? texts.library);
  if (collections.isLoadingError) {
    return (
      <Box p="lg">
        <ErrorNotice error={collections.error} onRetry={() => void collections.refetch()} />
      </Box>
    );
  }
  const isGone = collections.data !== undefined && collectionId !== undefined && !current;
  const treeView = collections.data ? (
    <CollectionTreeView collections={all} activeId={collectionId} onChosen={tree.close} />
  ) : (
    <Loading />
  );
  return (
    <Box className={classes.columns}>
      <Box component="nav" className={classes.tree} aria-label={texts.collections}>
        {treeView}
      </Box>
      <Drawer opened={isTreeOpen} onClose={tree.close} title={texts.collections}>
        {treeView}
      </Drawer>
      <Box className={classes.content}>
        <Group justify="space-between" mb="md" gap="sm">
          <Box miw={0}>
            {path.length > 1 && (
              <Breadcrumbs mb={4} separatorMargin={6}>
                {path.slice(0, -1).map(({ id, name }) => (
                  <Text key={id} size="sm" component={Link} to={`/library/${id}`} c="dimmed">
                    {name}
                  </Text>
                ))}
              </Breadcrumbs>
            )}
            <Title order={1} size="h2">
              {current?.name ?? (isGone ? texts.library : collectionId ? '…' : texts.allDocuments)}
            </Title>
            {current?.description && <Text c="dimmed">{current.description}</Text>}
          </Box>
          <Group gap="xs">
            <Button
              hiddenFrom="md"
              variant="default"
              leftSection={<FolderTree size={16} />}
              onClick={tree.open}
            >
              {texts.collections}
            </Button>
            {current && (
              <Button
                component={Link}
                to={`/?scope=${current.id}`}
                variant="default"
                leftSection={<MessageSquare size={16} />}
              >
                {texts.askHere}
              </Button>
            )}
            {canAdd && (current ? current.permission !== 'read' : !isGone) && (
              <UploadButtons collectionId={current?.id} />
            )}
          </Group>
        </Group>
        {isGone ? (
          <Empty
            icon={FolderX}
            title={errors.collection_not_found}
            action={
              <Button component={Link} to="/library">
                {texts.allDocuments}
              </Button>
            }
          />
        ) : collectionId !== undefined && !collections.data ? (
          <Loading />
        ) : collections.data && all.length === 0 ? (
          <Empty
            icon={Library}
            title={texts.noCollectionsTitle}
            action={
              <Group justify="center" gap="xs">
                <NewCollectionButton parent={undefined} variant="filled" />
                <SampleButton />
              </Group>
            }
          >
            {texts.noCollectionsText}
          </Empty>
        ) : current && current.permission !== 'read' ? (
          <DropZone collectionId={current.id} name={current.name}>
            <Suspense fallback={null}>
              <OutdatedNotice collectionId={current.id} />
            </Suspense>
            <DocumentTable key={current.id} collection={current} collections={all} />
          </DropZone>
        ) : (
          <DocumentTable key={collectionId ?? 'all'} collection={current} collections={all} />
        )}
      </Box>
    </Box>
  );
}
