import { Anchor, Box, Breadcrumbs, Button, Group, Tabs, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { FileX, MessageSquare, Sparkles } from 'lucide-react';
import { ApiError } from '../api/api-error.ts';
import { describeError } from '../api/describe-error.ts';
import { Empty } from '../components/empty.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Hint } from '../components/hint.tsx';
import { Loading } from '../components/loading.tsx';
import { Page, useTabTitle } from '../components/page.tsx';
import { DocumentView } from '../document-viewer/document-view.tsx';
import { useLanguage, useTexts } from '../i18n/language.tsx';
import { findPath } from '../library/collection-tree.ts';
import { collectionsQuery } from '../library/collections.ts';
import { DocumentMenuButton } from '../library/document-menu.tsx';
import { DocumentState } from '../library/document-state.tsx';
import { documentQuery } from '../library/documents.ts';
import { useDocumentEvents } from '../library/follow-documents.ts';
import { nameOf } from '../library/sort-documents.ts';
import { canRead, useModels } from '../models/models.ts';
import { ChunkList } from './chunk-list.tsx';
import { DocumentDetails } from './document-details.tsx';
import classes from './document-page.module.css';
import { DocumentSummary, type PassagePlace } from './document-summary.tsx';
import { FailedDocument } from './failed-document.tsx';
import { OutlineList } from './outline-list.tsx';

export function DocumentPage() {
  const texts = useTexts('document');
  const library = useTexts('library');
  const language = useLanguage();
  const { documentId } = useParams({ from: '/shell/documents/$documentId' });
  const {
    tab = 'reader',
    start,
    end,
    page,
  } = useSearch({
    from: '/shell/documents/$documentId',
  });
  const navigate = useNavigate();
  const query = useQuery(documentQuery(documentId));
  const collections = useQuery(collectionsQuery).data ?? [];
  const document = query.data;
  const canSummarize = useModels().some(canRead) && (document?.chunk_count ?? 0) > 0;
  useDocumentEvents(document?.collection_id);
  useTabTitle(document ? nameOf(document) : library.library);
  if (query.error instanceof ApiError && query.error.status === 404) {
    return (
      <Page title={library.library}>
        <Empty
          icon={FileX}
          title={describeError(query.error, language)}
          action={
            <Button component={Link} to="/library">
              {library.allDocuments}
            </Button>
          }
        />
      </Page>
    );
  }
  if (query.isLoadingError) {
    return (
      <Box p="lg">
        <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
      </Box>
    );
  }
  if (!document) {
    return (
      <Box p="lg">
        <Loading lines={10} />
      </Box>
    );
  }
  const open = (search: { readonly tab?: string } & Partial<PassagePlace>) =>
    void navigate({
      to: '/documents/$documentId',
      params: { documentId },
      search: { ...search, page: search.page ?? undefined },
      replace: true,
    });
  const openPassage = ({ start: from, end: to, page: on }: PassagePlace) =>
    open({ start: from, page: on, ...(to !== undefined && { end: to }) });
  const passage = start === undefined ? undefined : { start, end: end ?? start, page };
  const path = findPath(collections, document.collection_id);
  const collection = collections.find(({ id }) => id === document.collection_id);
  const canEdit = collection !== undefined && collection.permission !== 'read';
  return (
    <Box className={classes.page}>
      <Breadcrumbs mb={4} separatorMargin={6}>
        {path.map(({ id, name }) => (
          <Anchor key={id} component={Link} to={`/library/${id}`} size="sm">
            {name}
          </Anchor>
        ))}
      </Breadcrumbs>
      <Group className={classes.head ?? ''} gap="xs" justify="space-between" align="flex-start">
        <Title order={1} size="h2" className={classes.title}>
          {nameOf(document)}
        </Title>
        <Group gap="xs">
          {document.chunk_count > 0 && (
            <Button
              component={Link}
              to={`/?document=${document.id}`}
              variant="default"
              size="xs"
              leftSection={<MessageSquare size={16} aria-hidden />}
            >
              {texts.ask}
            </Button>
          )}
          {canSummarize && tab !== 'summary' && (
            <Button
              variant="default"
              size="xs"
              leftSection={<Sparkles size={16} aria-hidden />}
              onClick={() => open({ tab: 'summary' })}
            >
              {texts.summary}
            </Button>
          )}
          <DocumentMenuButton
            document={document}
            collections={collections}
            onDelete={() => void navigate({ to: `/library/${document.collection_id}` })}
          />
        </Group>
      </Group>
      <Box mb="sm" maw={320}>
        <DocumentState document={document} />
        {document.error && document.chunk_count > 0 && (
          <Hint>{library[`error_${document.error.code}`]}</Hint>
        )}
      </Box>
      <Tabs
        value={tab}
        onChange={(next) => open({ tab: next ?? 'reader' })}
        keepMounted={false}
        classNames={{
          root: classes.tabs ?? '',
          tab: classes.tab ?? '',
          panel: classes.panel ?? '',
        }}
      >
        <Tabs.List>
          <Tabs.Tab value="reader">{texts.document}</Tabs.Tab>
          <Tabs.Tab value="outline">{texts.outline}</Tabs.Tab>
          {canSummarize && tab === 'summary' && (
            <Tabs.Tab value="summary">{texts.summary}</Tabs.Tab>
          )}
          <Tabs.Tab value="passages">{texts.passages}</Tabs.Tab>
          <Tabs.Tab value="details">{texts.details}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="reader">
          {document.chunk_count > 0 || document.status === 'ready' ? (
            <DocumentView document={document} passage={passage} />
          ) : document.status === 'failed' ? (
            <FailedDocument document={document} canChange={canEdit} />
          ) : (
            <Text c="dimmed" p="md">
              {texts.noText}
            </Text>
          )}
        </Tabs.Panel>
        <Tabs.Panel value="outline" tabIndex={0}>
          <OutlineList
            documentId={documentId}
            onOpen={({ start: from, page: on }) => openPassage({ start: from, page: on })}
          />
        </Tabs.Panel>
        {canSummarize && (
          <Tabs.Panel value="summary" tabIndex={0}>
            <DocumentSummary
              documentId={documentId}
              version={document.version}
              onOpen={openPassage}
            />
          </Tabs.Panel>
        )}
        <Tabs.Panel value="passages" tabIndex={0}>
          <ChunkList documentId={documentId} canEdit={canEdit} />
        </Tabs.Panel>
        <Tabs.Panel value="details" tabIndex={0}>
          <DocumentDetails document={document} />
        </Tabs.Panel>
      </Tabs>
    </Box>
  );
}
