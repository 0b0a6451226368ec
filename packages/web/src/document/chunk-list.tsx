import { Box, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ErrorNotice } from '../components/error-notice.tsx';
import { LoadMore } from '../components/load-more.tsx';
import { Loading } from '../components/loading.tsx';
import { useTexts } from '../i18n/language.tsx';
import { documentChunksQuery } from '../library/documents.ts';
import classes from './document-page.module.css';

export function ChunkList({ documentId }: { readonly documentId: string }) {
  const texts = useTexts('document');
  const parts = useTexts('components');
  const query = useInfiniteQuery(documentChunksQuery(documentId));
  if (query.isError) {
    return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
  }
  const chunks = query.data?.pages.flatMap((page) => page.chunks);
  if (!chunks) return <Loading />;
  return (
    <Box py="xs">
      {chunks.map(({ id, position, page, section, text }) => (
        <Box key={id} className={classes.chunk}>
          <Text size="xs" c="dimmed" mb={4}>
            {[texts.passage(position + 1), page && texts.page(page), section]
              .filter(Boolean)
              .join(' · ')}
          </Text>
          {text}
        </Box>
      ))}
      <LoadMore list={query} label={parts.more} />
    </Box>
  );
}
