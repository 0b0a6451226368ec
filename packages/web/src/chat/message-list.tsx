import { ActionIcon, Box, Tooltip } from '@mantine/core';
import { ArrowDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { OpenSource, Source } from '../evidence/source.ts';
import { useTexts } from '../texts/language.tsx';
import { Answer } from './answer.tsx';
import { chatTexts } from './chat-texts.ts';
import viewClasses from './chat-view.module.css';
import classes from './message-list.module.css';
import { Question } from './question.tsx';
import { StatusLine } from './status-line.tsx';
import type { Talk } from './talk.ts';
import type { TalkMessage } from './talk-message.ts';

export interface MessageListProps {
  readonly talk: Talk;
  readonly messages: readonly TalkMessage[];
  readonly isBusy: boolean;
  readonly open: Source | undefined;
  readonly onOpenSource: (source: OpenSource) => void;
}

const nearEndPixels = 80;

/** The messages; what is being written stays in view unless the person scrolls away. */
export function MessageList({ talk, messages, isBusy, open, onOpenSource }: MessageListProps) {
  const texts = useTexts(chatTexts);
  const list = useRef<HTMLDivElement>(null);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const last = messages.at(-1);
  const size = last?.parts.reduce(
    (sum, part) => sum + (part.type === 'text' ? part.text.length : 1),
    messages.length,
  );
  // Each new piece of text moves the end.
  useEffect(() => {
    if (isAtEnd) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [size, messages.length, isAtEnd]);
  return (
    <Box className={classes.frame}>
      <Box
        ref={list}
        className={classes.list}
        role="log"
        aria-live="off"
        aria-label={texts.conversations}
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) =>
          setIsAtEnd(scrollHeight - scrollTop - clientHeight < nearEndPixels)
        }
      >
        <Box className={viewClasses.column}>
          {messages.map((message, index) =>
            message.role === 'user' ? (
              <Question key={message.id} talk={talk} message={message} isBusy={isBusy} />
            ) : (
              <Answer
                key={message.id}
                talk={talk}
                message={message}
                isBusy={isBusy}
                isWriting={isBusy && index === messages.length - 1}
                openN={open?.messageId === message.id ? open.n : undefined}
                onOpenSource={onOpenSource}
              />
            ),
          )}
          <StatusLine talk={talk} isBusy={isBusy} last={last} />
        </Box>
      </Box>
      {!isAtEnd && (
        <Tooltip label={texts.toEnd}>
          <ActionIcon
            className={classes.toEnd}
            variant="default"
            radius="xl"
            size="lg"
            aria-label={texts.toEnd}
            onClick={() => list.current?.scrollTo({ top: list.current.scrollHeight })}
          >
            <ArrowDown size={18} />
          </ActionIcon>
        </Tooltip>
      )}
    </Box>
  );
}
