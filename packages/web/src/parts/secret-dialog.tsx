import { Box, Code, Group, Modal, Text } from '@mantine/core';
import { useTexts } from '../texts/language.tsx';
import { CopyButton } from './copy-button.tsx';
import { partsTexts } from './parts-texts.ts';

export interface SecretDialogProps {
  readonly title: string;
  readonly note: string;
  /** A link or a key that is never shown again; nothing while there is none. */
  readonly secret: string | undefined;
  readonly onClose: () => void;
}

export function SecretDialog({ title, note, secret, onClose }: SecretDialogProps) {
  const texts = useTexts(partsTexts);
  return (
    <Modal
      opened={secret !== undefined}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <Text size="sm" c="dimmed" mb="sm">
        {note}
      </Text>
      <Group wrap="nowrap" gap="xs">
        <Box flex={1} miw={0}>
          <Code block tabIndex={0} data-secret>
            {secret}
          </Code>
        </Box>
        <CopyButton text={secret ?? ''} />
      </Group>
    </Modal>
  );
}
