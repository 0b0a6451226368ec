import type { MessageFeedback } from '@lectern/contracts';
import { ActionIcon, Button, Group, Popover, Text, Textarea, Tooltip } from '@mantine/core';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../components/use-action.ts';
import { useTexts } from '../i18n/language.tsx';
import type { ChatMessage } from './chat-message.ts';
import type { ChatSession } from './chat-session.ts';

export interface FeedbackButtonsProps {
  readonly session: ChatSession;
  readonly message: ChatMessage;
}

export function FeedbackButtons({ session, message }: FeedbackButtonsProps) {
  const texts = useTexts('chat');
  const [asksWhy, setAsksWhy] = useState(false);
  const given = message.metadata?.feedback;
  const rate = useAction((feedback: MessageFeedback | undefined) =>
    session.rate(message.id, feedback),
  );
  const press = (rating: MessageFeedback['rating']) => {
    const isTakenBack = given?.rating === rating;
    rate.mutate(isTakenBack ? undefined : { rating, reason: null });
    setAsksWhy(rating === 'bad' && !isTakenBack);
  };
  return (
    <>
      <Tooltip label={texts.good}>
        <ActionIcon
          variant={given?.rating === 'good' ? 'light' : 'subtle'}
          color={given?.rating === 'good' ? 'lectern' : 'gray'}
          aria-label={texts.good}
          aria-pressed={given?.rating === 'good'}
          onClick={() => press('good')}
        >
          <ThumbsUp size={16} />
        </ActionIcon>
      </Tooltip>
      <Popover
        opened={asksWhy}
        onChange={setAsksWhy}
        width={320}
        position="top"
        shadow="md"
        trapFocus
        withRoles
      >
        <Popover.Target>
          <Tooltip label={texts.bad} disabled={asksWhy}>
            <ActionIcon
              variant={given?.rating === 'bad' ? 'light' : 'subtle'}
              color={given?.rating === 'bad' ? 'lectern' : 'gray'}
              aria-label={texts.bad}
              aria-pressed={given?.rating === 'bad'}
              onClick={() => press('bad')}
            >
              <ThumbsDown size={16} />
            </ActionIcon>
          </Tooltip>
        </Popover.Target>
        <Popover.Dropdown aria-label={texts.reason}>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              const reason = String(new FormData(event.currentTarget).get('reason')).trim();
              if (reason) rate.mutate({ rating: 'bad', reason });
              setAsksWhy(false);
            }}
          >
            <Textarea
              name="reason"
              label={texts.reason}
              maxLength={2_000}
              minRows={2}
              autosize
              data-autofocus
            />
            <Text size="xs" c="dimmed" mt={4}>
              {texts.reasonNote}
            </Text>
            <Group justify="flex-end" mt="xs">
              <Button type="submit" size="xs">
                {texts.sendReason}
              </Button>
            </Group>
          </form>
        </Popover.Dropdown>
      </Popover>
    </>
  );
}
