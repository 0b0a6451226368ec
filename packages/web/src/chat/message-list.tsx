import { Anchor, Box, Button } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowDown } from 'lucide-react';
import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isAdmin, useMe } from '../api/session.ts';
import type { OpenSource, Source } from '../citations/source.ts';
import { Hint } from '../components/hint.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { useTexts } from '../i18n/language.tsx';
import { keyFromEvent } from '../lib/key-from-event.ts';
import { canRead, modelsQuery } from '../models/models.ts';
import { Answer } from './answer.tsx';
import type { ChatMessage } from './chat-message.ts';
import type { ChatSession } from './chat-session.ts';
import viewClasses from './chat-view.module.css';
import { usePrint } from './export-items.tsx';
import { FollowUps } from './follow-ups.tsx';
import classes from './message-list.module.css';
import { Question } from './question.tsx';
import { StatusLine } from './status-line.tsx';

export interface MessageListProps {
  readonly session: ChatSession;
  readonly messages: readonly ChatMessage[];
  readonly isBusy: boolean;
  readonly open: Source | undefined;
  readonly onOpenSource: (source: OpenSource) => void;
}

const nearEndPixels = 80;
const nearStartPixels = 800;
/** Messages rendered at first, and added whenever the beginning is near. */
const messagesAtOnce = 10;

/**
 * Renders the latest messages, and earlier ones when the person scrolls up. A growing answer stays
 * in view unless the person scrolls away.
 */
export function MessageList({ session, messages, isBusy, open, onOpenSource }: MessageListProps) {
  const texts = useTexts('chat');
  const list = useRef<HTMLDivElement>(null);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const [wantedCount, setWantedCount] = useState(messagesAtOnce);
  const openAt = messages.findIndex(({ id }) => id === open?.messageId);
  const hiddenCount = findHiddenCount(messages.length, wantedCount, openAt);
  const drawn = useRef({ hiddenCount, fromEnd: 0 });
  // A transition keeps scrolling and typing responsive.
  const showEarlier = () =>
    startTransition(() => setWantedCount(messages.length - hiddenCount + messagesAtOnce));
  // Keeps the view in place when messages are added above it.
  useLayoutEffect(() => {
    const frame = list.current;
    if (!frame) return;
    if (hiddenCount < drawn.current.hiddenCount) {
      // The browser's scroll anchoring would add to this one.
      frame.style.overflowAnchor = 'none';
      frame.scrollTop = frame.scrollHeight - drawn.current.fromEnd;
      requestAnimationFrame(() => {
        frame.style.overflowAnchor = '';
      });
    }
    drawn.current = { hiddenCount, fromEnd: frame.scrollHeight - frame.scrollTop };
  });
  const last = messages.at(-1);
  const size = last?.parts.reduce(
    (sum, part) => sum + (part.type === 'text' ? part.text.length : 1),
    messages.length,
  );
  // An answer to a question of this tab is followed, not one that is read again.
  const { hasAnswered, conversationId } = session.getState();
  const followed = !isBusy && hasAnswered ? conversationId : undefined;
  const questionId = last?.role === 'user' ? last.id : undefined;
  // A sent question is shown, also to a person who has scrolled away.
  useEffect(() => {
    if (questionId) setIsAtEnd(true);
  }, [questionId]);
  const toEnd = () => list.current?.scrollTo({ top: list.current.scrollHeight });
  usePrintKey(isBusy ? undefined : conversationId, last?.id);
  // New text moves the end.
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
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          drawn.current.fromEnd = scrollHeight - scrollTop;
          setIsAtEnd(scrollHeight - scrollTop - clientHeight < nearEndPixels);
          if (scrollTop < nearStartPixels && hiddenCount > 0) showEarlier();
        }}
      >
        <Box className={viewClasses.column}>
          {hiddenCount > 0 && (
            <Button variant="subtle" color="gray" c="dimmed" fullWidth onClick={showEarlier}>
              {texts.showEarlier(hiddenCount)}
            </Button>
          )}
          {messages
            .slice(hiddenCount)
            .map((message, index, shown) =>
              message.role === 'user' ? (
                <Question key={message.id} session={session} message={message} isBusy={isBusy} />
              ) : (
                <Answer
                  key={message.id}
                  session={session}
                  message={message}
                  isBusy={isBusy}
                  isWriting={isBusy && index === shown.length - 1}
                  openN={open?.messageId === message.id ? open.n : undefined}
                  onOpenSource={onOpenSource}
                />
              ),
            )}
          <StatusLine session={session} isBusy={isBusy} last={last} />
          {!isBusy && last?.role === 'assistant' && <QuotesOnlyLine />}
          {followed && last?.metadata?.status === 'done' && (
            <FollowUps
              session={session}
              conversationId={followed}
              messageId={last.id}
              onShown={() => isAtEnd && toEnd()}
            />
          )}
        </Box>
      </Box>
      {!isAtEnd && (
        <IconButton
          label={texts.toEnd}
          className={classes.toEnd}
          variant="default"
          radius="xl"
          size="lg"
          onClick={toEnd}
        >
          <ArrowDown size={18} />
        </IconButton>
      )}
    </Box>
  );
}

/**
 * Returns the number of hidden messages at the beginning. The message with the open source is
 * shown.
 */
function findHiddenCount(count: number, wantedCount: number, openAt: number): number {
  const first = Math.max(0, count - wantedCount);
  return openAt < 0 ? first : Math.min(first, openAt);
}

/** Offers to connect a model to people who may, while answers are quotes. */
function QuotesOnlyLine() {
  const texts = useTexts('chat');
  const me = useMe();
  const { data: models } = useQuery(modelsQuery);
  if (!isAdmin(me) || !models || models.some(canRead)) return null;
  return (
    <Hint mt="sm">
      {texts.quotesOnly}{' '}
      <Anchor component={Link} to="/models" size="sm" underline="always">
        {texts.connectModel}
      </Anchor>
    </Hint>
  );
}

/** Prints the whole conversation by Ctrl+P; the browser would print only what is in view. */
function usePrintKey(conversationId: string | undefined, branch: string | undefined): void {
  const print = usePrint();
  useWindowEvent('keydown', (event) => {
    const { target, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (!(ctrlKey || metaKey) || altKey || shiftKey || keyFromEvent(event) !== 'p') return;
    const isElsewhere = target instanceof Element && target.closest('[role=dialog], aside');
    if (!conversationId || isElsewhere) return;
    event.preventDefault();
    print.mutate({ conversationId, branch });
  });
}
