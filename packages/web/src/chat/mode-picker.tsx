import type { ConversationMode } from '@lectern/contracts';
import { Button, Menu, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { BookOpenCheck, Bot, Check, ChevronDown, FlaskConical } from 'lucide-react';
import { memo, useId } from 'react';
import { useTexts } from '../i18n/language.tsx';
import type { ChatSession } from './chat-session.ts';
import { useChatSessionState } from './use-chat-session.ts';

/** In menu order. */
const modes = {
  knowledge: { text: 'knowledge', note: 'knowledgeText', icon: BookOpenCheck },
  agent: { text: 'agent', note: 'agentText', icon: Bot },
  research: { text: 'research', note: 'researchText', icon: FlaskConical },
} as const satisfies Readonly<Record<ConversationMode, object>>;
const modeNames = Object.keys(modes) as ConversationMode[];

export interface ModePickerProps {
  readonly session: ChatSession;
  readonly isFixed: boolean;
}

/** Chooses the mode, which the first question fixes for the conversation. */
export const ModePicker = memo(function ModePicker({ session, isFixed }: ModePickerProps) {
  const texts = useTexts('chat');
  const state = useChatSessionState(session);
  const reasonId = useId();
  const current = modes[state.mode];
  const Icon = current.icon;
  const button = (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      radius="xl"
      c="dimmed"
      {...(isFixed && {
        'data-disabled': true,
        'aria-disabled': true,
        'aria-describedby': reasonId,
      })}
      leftSection={<Icon size={15} aria-hidden />}
      rightSection={!isFixed && <ChevronDown size={14} aria-hidden />}
      aria-label={`${texts.mode}: ${texts[current.text]}`}
    >
      {texts[current.text]}
    </Button>
  );
  // A disabled button would get neither pointer nor focus, so nobody would see the reason.
  if (isFixed) {
    return (
      <>
        <Tooltip label={texts.modeFixed} events={{ hover: true, focus: true, touch: true }}>
          {button}
        </Tooltip>
        <VisuallyHidden id={reasonId}>{texts.modeFixed}</VisuallyHidden>
      </>
    );
  }
  return (
    <Menu position="top-start" width={280} shadow="md">
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {modeNames.map((mode) => {
          const { text, note, icon: ModeIcon } = modes[mode];
          return (
            <Menu.Item
              key={mode}
              leftSection={<ModeIcon size={18} />}
              rightSection={mode === state.mode ? <Check size={16} /> : undefined}
              onClick={() => session.update({ mode })}
            >
              <Text size="sm" fw={600}>
                {texts[text]}
              </Text>
              <Text size="xs" c="dimmed">
                {texts[note]}
              </Text>
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
});
