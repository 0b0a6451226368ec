import type { ConversationMode } from '@lectern/contracts';
import { Button, Menu, Text } from '@mantine/core';
import { BookOpenCheck, Bot, Check, ChevronDown, FlaskConical } from 'lucide-react';
import { memo } from 'react';
import { Hint } from '../components/hint.tsx';
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

/** Chooses the mode of the next question. */
export const ModePicker = memo(function ModePicker({ session }: { readonly session: ChatSession }) {
  const texts = useTexts('chat');
  const state = useChatSessionState(session);
  const current = modes[state.mode];
  const Icon = current.icon;
  return (
    <Menu position="top-start" width={280} shadow="md">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          radius="xl"
          c="dimmed"
          leftSection={<Icon size={15} aria-hidden />}
          rightSection={<ChevronDown size={14} aria-hidden />}
          aria-label={`${texts.mode}: ${texts[current.text]}`}
        >
          <Text span inherit truncate>
            {texts[current.text]}
          </Text>
        </Button>
      </Menu.Target>
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
              <Hint size="xs">{texts[note]}</Hint>
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
});
