import { SegmentedControl, Stack, Text } from '@mantine/core';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { ThumbsUp } from 'lucide-react';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { Empty } from '../components/empty.tsx';
import { Page } from '../components/page.tsx';
import { PagedView } from '../components/paged-view.tsx';
import { useTexts } from '../i18n/language.tsx';
import { FeedbackCard } from './feedback-card.tsx';

type Shown = 'all' | 'good' | 'bad';

function feedbackQuery(shown: Shown) {
  return infiniteQueryOptions({
    queryKey: ['feedback', shown],
    queryFn: ({ pageParam, signal }) =>
      call('listFeedback', {
        query: {
          limit: 50,
          ...(shown !== 'all' && { rating: shown }),
          ...(pageParam && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

export function FeedbackPage() {
  const texts = useTexts('feedback');
  const [shown, setShown] = useState<Shown>('all');
  const query = useInfiniteQuery(feedbackQuery(shown));
  const isEmpty = query.data?.pages.every(({ feedback }) => feedback.length === 0);
  return (
    <Page title={texts.feedback} description={texts.description}>
      {(!isEmpty || shown !== 'all') && (
        <SegmentedControl
          mb="md"
          aria-label={texts.show}
          value={shown}
          onChange={(next) => setShown(next as Shown)}
          data={[
            { value: 'all', label: texts.all },
            { value: 'good', label: texts.good },
            { value: 'bad', label: texts.bad },
          ]}
        />
      )}
      <PagedView
        query={query}
        itemsOf={({ feedback }) => feedback}
        more={texts.loadMore}
        empty={
          shown === 'all' ? (
            <Empty icon={ThumbsUp} title={texts.none}>
              {texts.noneText}
            </Empty>
          ) : (
            <Text c="dimmed">{texts.noneOfKind}</Text>
          )
        }
      >
        {(entries) => (
          <Stack>
            {entries.map((entry) => (
              <FeedbackCard key={entry.message_id} entry={entry} />
            ))}
          </Stack>
        )}
      </PagedView>
    </Page>
  );
}
