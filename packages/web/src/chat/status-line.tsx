import { Group, Loader } from '@mantine/core';
import { Check } from 'lucide-react';
import { Hint } from '../components/hint.tsx';
import { useTexts } from '../i18n/language.tsx';
import { type ChatMessage, textOf, waitsForDecision } from './chat-message.ts';
import type { ChatSession } from './chat-session.ts';
import { useChatSessionState } from './use-chat-session.ts';

export interface StatusLineProps {
  readonly session: ChatSession;
  readonly isBusy: boolean;
  readonly last: ChatMessage | undefined;
}

/**
 * Shows the current step until text arrives. Screen readers announce these sentences and the end of
 * the answer instead of every word.
 */
export function StatusLine({ session, isBusy, last }: StatusLineProps) {
  const texts = useTexts('chat');
  const { steps, isReconnecting, hasAnswered } = useChatSessionState(session);
  const hasText = last?.role === 'assistant' && textOf(last) !== '';
  const lost = last?.role === 'user' ? texts.unsent : texts.reconnecting;
  const step = isReconnecting ? lost : steps.at(-1)?.title;
  const end = last && waitsForDecision(last) ? texts.waits : texts.answerReady;
  const announcement = isBusy || isReconnecting ? (step ?? texts.sending) : hasAnswered ? end : '';
  const done = steps.slice(0, -1);
  const now = isReconnecting
    ? lost
    : (steps.at(-1)?.title ?? (last?.role === 'user' ? texts.sending : texts.thinking));
  const isShown = isReconnecting || (isBusy && !hasText);
  return (
    <>
      {isShown && (
        <div>
          {!isReconnecting &&
            done.map(({ title }, index) => (
              <Group key={index} gap="xs">
                <Check size={14} aria-hidden />
                <Hint>{title}</Hint>
              </Group>
            ))}
          <Group gap="xs">
            <Loader size={14} aria-hidden />
            <Hint>{now}</Hint>
          </Group>
        </div>
      )}
      <div className="visually-hidden" role="status">
        {announcement}
      </div>
    </>
  );
}
