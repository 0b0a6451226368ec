import type { FeedbackEntry } from '@lectern/contracts';
import {
  Anchor,
  Blockquote,
  Card,
  Group,
  SegmentedControl,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { ClipboardList, Target, ThumbsDown, ThumbsUp } from 'lucide-react';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { membersQuery } from '../api/people.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { Empty } from '../components/empty.tsx';
import { Hint } from '../components/hint.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { Page } from '../components/page.tsx';
import { PagedView } from '../components/paged-view.tsx';
import { StateBadge } from '../components/state-badge.tsx';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';
import { QuestionToSet } from './question-to-set.tsx';

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

/** Characters that do not fit into four lines. */
const longAnswer = 300;

function FeedbackCard({ entry }: { readonly entry: FeedbackEntry }) {
  const texts = useTexts('feedback');
  const [isSaving, setIsSaving] = useState(false);
  const [isWhole, setIsWhole] = useState(false);
  const formats = useFormats();
  const members = useQuery(membersQuery).data?.members;
  const { message_id, rating, reason, question, answer, abstained, user_id, created_at } = entry;
  const isGood = rating === 'good';
  const name = members?.find((member) => member.user_id === user_id)?.name;
  return (
    <Card component="article">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Title order={2} size="h5" style={{ overflowWrap: 'anywhere' }}>
          {question}
        </Title>
        <Group gap={2} wrap="nowrap">
          <IconButton label={texts.toQuestion} onClick={() => setIsSaving(true)}>
            <Target size={16} />
          </IconButton>
          <CopyButton
            // A line of queries.jsonl, as `lectern evaluate` reads it.
            text={JSON.stringify({ _id: message_id, text: question })}
            label={texts.copyQuestion}
            icon={ClipboardList}
          />
        </Group>
      </Group>
      <Group gap="xs" mt={4}>
        <StateBadge
          kind={isGood ? 'good' : 'bad'}
          leftSection={isGood ? <ThumbsUp size={12} /> : <ThumbsDown size={12} />}
        >
          {isGood ? texts.goodAnswer : texts.badAnswer}
        </StateBadge>
        {abstained && <StateBadge kind="quiet">{texts.noAnswer}</StateBadge>}
        <Hint size="xs">
          {name ?? (members ? texts.somebody : '')} · {formats.ago(created_at)}
        </Hint>
      </Group>
      {reason && (
        <Blockquote p="sm" mt="sm" color={isGood ? 'lectern' : 'red'} fz="sm">
          {reason}
        </Blockquote>
      )}
      <Text
        size="sm"
        mt="sm"
        lineClamp={isWhole ? 0 : 4}
        style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >
        {answer}
      </Text>
      {answer.length > longAnswer && (
        <Anchor
          component="button"
          type="button"
          size="sm"
          mt={4}
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? texts.beginning : texts.wholeAnswer}
        </Anchor>
      )}
      {isSaving && <QuestionToSet entry={entry} onClose={() => setIsSaving(false)} />}
    </Card>
  );
}
