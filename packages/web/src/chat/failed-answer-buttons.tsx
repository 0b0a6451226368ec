import { Button, Group } from '@mantine/core';
import { useTexts } from '../i18n/language.tsx';
import { canRead, useModels } from '../models/models.ts';
import type { ChatSession } from './chat-session.ts';
import { RegenerateMenu } from './regenerate-menu.tsx';

export interface FailedAnswerButtonsProps {
  readonly session: ChatSession;
  readonly messageId: string;
}

/** Offers another try, another model, or quotes by the built-in one. */
export function FailedAnswerButtons({ session, messageId }: FailedAnswerButtonsProps) {
  const texts = useTexts('chat');
  const models = useModels();
  const builtIn = models.find((model) => !canRead(model));
  return (
    <Group gap="xs" mt="xs">
      <Button size="xs" variant="default" onClick={() => void session.regenerate(messageId)}>
        {texts.retry}
      </Button>
      {models.length > 2 && (
        <RegenerateMenu session={session} messageId={messageId}>
          <Button size="xs" variant="default">
            {texts.anotherModel}
          </Button>
        </RegenerateMenu>
      )}
      {builtIn && models.length > 1 && (
        <Button
          size="xs"
          variant="default"
          onClick={() => void session.regenerate(messageId, builtIn.id)}
        >
          {texts.showQuotes}
        </Button>
      )}
    </Group>
  );
}
