import type { MessageFeedback } from '@lectern/contracts';
import { ActionIcon, Button, Group, Popover, Textarea, Tooltip } from '@mantine/core';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { useState } from 'react';
import { Hint } from '../components/hint.tsx';
import { IconButton } from '../components/icon-button.tsx';
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
      <IconButton
        label={texts.good}
        variant={given?.rating === 'good' ? 'light' : 'subtle'}
        color={given?.rating === 'good' ? 'lectern' : 'gray'}
        aria-pressed={given?.rating === 'good'}
        onClick={() => press('good')}
      >
        <ThumbsUp size={16} />
      </IconButton>
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
            <Hint size="xs" mt={4}>
              {texts.reasonNote}
            </Hint>
            <Group justify="flex-end" mt="xs">
              <Button type="submit" size="xs">
                {texts.send}
              </Button>
            </Group>
          </form>
        </Popover.Dropdown>
      </Popover>
    </>
  );
}
