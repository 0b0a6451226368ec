import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/language.tsx';
import { useModels } from '../models/models.ts';
import type { ChatSession } from './chat-session.ts';

export interface RegenerateMenuProps {
  readonly session: ChatSession;
  readonly messageId: string;
  /** The button that opens the menu. */
  readonly children: ReactNode;
}

/** Lets another model answer a question again. */
export function RegenerateMenu({ session, messageId, children }: RegenerateMenuProps) {
  const texts = useTexts('chat');
  return (
    <Menu position="top-start" shadow="md">
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{texts.regenerateWith}</Menu.Label>
        {useModels().map(({ id, name }) => (
          <Menu.Item key={id} onClick={() => void session.regenerate(messageId, id)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
