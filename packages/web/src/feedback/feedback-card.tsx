import type { FeedbackEntry } from '@lectern/contracts';
import { Anchor, Blockquote, Card, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ClipboardList, Target, ThumbsDown, ThumbsUp } from 'lucide-react';
import { useState } from 'react';
import { membersQuery } from '../api/people.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { Hint } from '../components/hint.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { StateBadge } from '../components/state-badge.tsx';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';
import { QuestionToSet } from './question-to-set.tsx';

/** Characters that do not fit into four lines. */
const longAnswer = 300;

export function FeedbackCard({ entry }: { readonly entry: FeedbackEntry }) {
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
