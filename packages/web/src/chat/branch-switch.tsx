import { ActionIcon, Group } from '@mantine/core';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Hint } from '../components/hint.tsx';
import { useTexts } from '../i18n/language.tsx';
import type { ChatMessage } from './chat-message.ts';
import type { ChatSession } from './chat-session.ts';

export interface BranchSwitchProps {
  readonly session: ChatSession;
  readonly message: ChatMessage;
}

/** Switches between the versions of a question or answer. */
export function BranchSwitch({ session, message }: BranchSwitchProps) {
  const texts = useTexts('chat');
  const branches = message.metadata?.branches ?? [];
  const index = branches.indexOf(message.id);
  if (branches.length < 2 || index < 0) return null;
  const step = (by: number) => {
    const next = branches[index + by];
    if (next) void session.showBranch(next);
  };
  return (
    <Group gap={2} wrap="nowrap" role="group" aria-label={texts.branches}>
      <ActionIcon
        variant="transparent"
        aria-label={texts.previousBranch}
        disabled={index === 0}
        onClick={() => step(-1)}
      >
        <ChevronLeft size={16} />
      </ActionIcon>
      <Hint size="xs" role="status">
        {texts.branchPlace(index + 1, branches.length)}
      </Hint>
      <ActionIcon
        variant="transparent"
        aria-label={texts.nextBranch}
        disabled={index === branches.length - 1}
        onClick={() => step(1)}
      >
        <ChevronRight size={16} />
      </ActionIcon>
    </Group>
  );
}
