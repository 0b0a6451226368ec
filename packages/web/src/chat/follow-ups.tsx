import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CornerDownRight } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { call } from '../api/call.ts';
import { useTexts } from '../i18n/language.tsx';
import { readStored, writeStored } from '../lib/stored.ts';
import { canRead, useModels } from '../models/models.ts';
import type { ChatSession } from './chat-session.ts';

const storageKey = 'lectern.follow-ups';

/** Returns whether this browser suggests questions after an answer. */
export function areFollowUpsOn(): boolean {
  return readStored(storageKey) !== 'off';
}

export function setFollowUps(isOn: boolean): void {
  writeStored(storageKey, isOn ? undefined : 'off');
}

export interface FollowUpsProps {
  readonly session: ChatSession;
  readonly conversationId: string;
  readonly messageId: string;
  /** Called when questions appear. */
  readonly onShown: () => void;
}

/** Questions of a model that may follow the answer. They appear when they are there. */
export function FollowUps({ session, conversationId: id, messageId, onShown }: FollowUpsProps) {
  const texts = useTexts('chat');
  const isWanted = useModels().some(canRead) && areFollowUpsOn();
  const { data } = useQuery({
    queryKey: ['follow-ups', messageId],
    queryFn: ({ signal }) =>
      call('suggestFollowUps', { params: { id, message_id: messageId }, signal }),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const tellShown = useEffectEvent(onShown);
  useEffect(() => {
    if (data) tellShown();
  }, [data]);
  if (!isWanted || !data?.questions.length) return null;
  return (
    <Stack component="section" aria-label={texts.followUps} gap={6} mt="md" align="flex-start">
      {data.questions.map((question) => (
        <Button
          key={question}
          variant="default"
          radius="xl"
          size="sm"
          h="auto"
          py={6}
          maw="100%"
          styles={{ label: { whiteSpace: 'normal', textAlign: 'start', lineHeight: 1.4 } }}
          leftSection={<CornerDownRight size={14} aria-hidden />}
          onClick={() => void session.ask(question)}
        >
          {question}
        </Button>
      ))}
    </Stack>
  );
}
