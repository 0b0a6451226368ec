import { Menu, Text } from '@mantine/core';
import { Check } from 'lucide-react';
import { memo } from 'react';
import { Hint } from '../components/hint.tsx';
import { PickerButton } from '../components/picker-button.tsx';
import { useTexts } from '../i18n/language.tsx';
import { useModels } from '../models/models.ts';
import type { ChatSession } from './chat-session.ts';
import { useChatSessionState } from './use-chat-session.ts';

/** Chooses the model of the next question. */
export const ModelPicker = memo(function ModelPicker({
  session,
}: {
  readonly session: ChatSession;
}) {
  const texts = useTexts('chat');
  const models = useModels();
  const { modelId, lastModelId } = useChatSessionState(session);
  const wanted = modelId ?? lastModelId;
  const current =
    models.find(({ id }) => id === wanted) ??
    models.find(({ is_default }) => is_default) ??
    models[0];
  return (
    <Menu position="top-start" width={280} shadow="md">
      <Menu.Target>
        <PickerButton label={texts.model} value={current?.name ?? ''} />
      </Menu.Target>
      <Menu.Dropdown>
        {models.map(({ id, name, model }) => (
          <Menu.Item
            key={id}
            rightSection={id === current?.id ? <Check size={16} /> : undefined}
            onClick={() => session.update({ modelId: id })}
          >
            <Text size="sm" fw={600}>
              {name}
            </Text>
            {model !== name && <Hint size="xs">{model}</Hint>}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
});
