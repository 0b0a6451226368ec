import type { Citation } from '@lectern/contracts';
import { ActionIcon, Box, Button, Popover, Textarea, Tooltip } from '@mantine/core';
import { BookCopy, RotateCcw, ThumbsDown, ThumbsUp } from 'lucide-react';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { notifyDone } from '../parts/notify.ts';
import { useAction } from '../parts/use-action.ts';
import { useTexts } from '../texts/language.tsx';
import { chatTexts } from './chat-texts.ts';
import classes from './message-list.module.css';
import type { Talk } from './talk.ts';
import type { TalkMessage } from './talk-message.ts';
import { writeWithSources } from './write-with-sources.ts';

export interface AnswerToolsProps {
  readonly talk: Talk;
  readonly message: TalkMessage;
  readonly text: string;
  readonly citations: readonly Citation[];
  readonly isLast: boolean;
}

export function AnswerTools({ talk, message, text, citations, isLast }: AnswerToolsProps) {
  const texts = useTexts(chatTexts);
  const [rating, setRating] = useState<'good' | 'bad'>();
  const [isAsking, setIsAsking] = useState(false);
  const [reason, setReason] = useState('');
  const rate = useAction(
    (given: { readonly rating: 'good' | 'bad'; readonly reason?: string }) =>
      request(
        'PUT',
        `/api/conversations/${talk.getState().conversationId}/messages/${message.id}/feedback`,
        { body: given },
      ),
    {
      onDone: (_answer, given) => {
        setRating(given.rating);
        setIsAsking(false);
        notifyDone(texts.thanks);
      },
    },
  );
  return (
    <Box className={classes.tools}>
      <CopyButton text={text} label={texts.copyAnswer} />
      {citations.length > 0 && (
        <Tooltip label={texts.copyWithSources}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={texts.copyWithSources}
            onClick={() => void navigator.clipboard?.writeText(writeWithSources(text, citations))}
          >
            <BookCopy size={16} />
          </ActionIcon>
        </Tooltip>
      )}
      {isLast && (
        <Tooltip label={texts.regenerate}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={texts.regenerate}
            onClick={() => void talk.regenerate(message.id)}
          >
            <RotateCcw size={16} />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label={texts.good}>
        <ActionIcon
          variant={rating === 'good' ? 'light' : 'subtle'}
          color={rating === 'good' ? 'lectern' : 'gray'}
          aria-label={texts.good}
          aria-pressed={rating === 'good'}
          onClick={() => rate.mutate({ rating: 'good' })}
        >
          <ThumbsUp size={16} />
        </ActionIcon>
      </Tooltip>
      <Popover opened={isAsking} onChange={setIsAsking} width={300} trapFocus shadow="md" withRoles>
        <Popover.Target>
          <Tooltip label={texts.bad}>
            <ActionIcon
              variant={rating === 'bad' ? 'light' : 'subtle'}
              color={rating === 'bad' ? 'red.8' : 'gray'}
              aria-label={texts.bad}
              aria-pressed={rating === 'bad'}
              onClick={() => setIsAsking((was) => !was)}
            >
              <ThumbsDown size={16} />
            </ActionIcon>
          </Tooltip>
        </Popover.Target>
        <Popover.Dropdown aria-label={texts.bad}>
          <Textarea
            label={texts.badReason}
            value={reason}
            maxLength={2000}
            autosize
            minRows={2}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Button
            mt="sm"
            size="xs"
            loading={rate.isPending}
            onClick={() =>
              rate.mutate({ rating: 'bad', ...(reason.trim() && { reason: reason.trim() }) })
            }
          >
            {texts.badSend}
          </Button>
        </Popover.Dropdown>
      </Popover>
    </Box>
  );
}
