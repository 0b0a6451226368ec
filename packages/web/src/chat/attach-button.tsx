import { Paperclip } from 'lucide-react';
import { memo, useRef } from 'react';
import { IconButton } from '../components/icon-button.tsx';
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
      <IconButton
        label={texts.attach}
        c="dimmed"
        radius="xl"
        loading={isBusy}
        onClick={() => input.current?.click()}
      >
        <Paperclip size={17} />
      </IconButton>
    </>
  );
});
