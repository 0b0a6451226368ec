import { Box, Code, Group } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';
import { Dialog } from './dialog.tsx';
import { Hint } from './hint.tsx';

export interface SecretDialogProps {
  readonly title: string;
  readonly note: string;
  /** A link or key that is shown once; undefined closes the dialog. */
  readonly secret: string | undefined;
  readonly onClose: () => void;
}

export function SecretDialog({ title, note, secret, onClose }: SecretDialogProps) {
  return (
    <Dialog isOpen={secret !== undefined} onClose={onClose} title={title}>
      <Hint mb="sm">{note}</Hint>
      <Group wrap="nowrap" gap="xs">
        <Box flex={1} miw={0}>
          <Code block tabIndex={0} data-secret>
            {secret}
          </Code>
        </Box>
        <CopyButton text={secret ?? ''} />
      </Group>
    </Dialog>
  );
}
