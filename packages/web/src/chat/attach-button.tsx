import { ActionIcon, Tooltip } from '@mantine/core';
import { Paperclip } from 'lucide-react';
import { memo, useRef } from 'react';
import { useTexts } from '../i18n/language.tsx';

export interface AttachButtonProps {
  readonly isBusy: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

export const AttachButton = memo(function AttachButton({ isBusy, onFiles }: AttachButtonProps) {
  const texts = useTexts('chat');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        data-upload="attachments"
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      <Tooltip label={texts.attach}>
        <ActionIcon
          c="dimmed"
          radius="xl"
          loading={isBusy}
          aria-label={texts.attach}
          onClick={() => input.current?.click()}
        >
          <Paperclip size={17} />
        </ActionIcon>
      </Tooltip>
    </>
  );
});
