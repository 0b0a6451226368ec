import type { ConversationMode } from '@lectern/contracts';
import { Menu, Text } from '@mantine/core';
import { BookOpenCheck, Bot, Check, FlaskConical } from 'lucide-react';
import { memo } from 'react';
import { Hint } from '../components/hint.tsx';
import { PickerButton } from '../components/picker-button.tsx';
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
  return (
    <Menu position="top-start" width={280} shadow="md">
      <Menu.Target>
        <PickerButton label={texts.mode} value={texts[current.text]} icon={current.icon} />
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
