import { ActionIcon, Group, Text, TextInput } from '@mantine/core';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { authenticate } from '../api/authenticate.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Dialog } from '../components/dialog.tsx';
import { DialogButtons } from '../components/dialog-buttons.tsx';
import { useAction } from '../components/use-action.ts';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';

/** A passkey as the sign-in library lists it. */
export interface Passkey {
  readonly id: string;
  readonly name?: string | null;
  readonly createdAt: string;
}

export interface PasskeyRowProps {
  readonly passkey: Passkey;
  readonly onChanged: () => Promise<void>;
}

export function PasskeyRow({ passkey: { id, name, createdAt }, onChanged }: PasskeyRowProps) {
  const texts = useTexts('settings');
  const parts = useTexts('components');
  const formats = useFormats();
  const [open, setOpen] = useState<'rename' | 'remove'>();
  const onDone = () => {
    setOpen(undefined);
    void onChanged();
  };
  const rename = useAction(
    (next: string) => authenticate('/passkey/update-passkey', { id, name: next }),
    { onDone },
  );
  const title = name || texts.passkeysTitle;
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Text fw={500}>{title}</Text>
        <Text size="xs" c="dimmed">
          {texts.passkeyAddedAt(formats.date(createdAt))}
        </Text>
      </div>
      <Group gap={4} wrap="nowrap">
        <ActionIcon aria-label={texts.renamePasskey(title)} onClick={() => setOpen('rename')}>
          <Pencil size={16} />
        </ActionIcon>
        <ActionIcon aria-label={texts.removePasskey(title)} onClick={() => setOpen('remove')}>
          <Trash2 size={16} />
        </ActionIcon>
      </Group>
      <Dialog
        isOpen={open === 'rename'}
        onClose={() => setOpen(undefined)}
        title={texts.renamePasskey(title)}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            rename.mutate(String(new FormData(event.currentTarget).get('name')));
          }}
        >
          <TextInput
            name="name"
            label={texts.passkeyName}
            defaultValue={name ?? ''}
            maxLength={100}
            required
            data-autofocus
          />
          <DialogButtons
            label={parts.save}
            isBusy={rename.isPending}
            onClose={() => setOpen(undefined)}
          />
        </form>
      </Dialog>
      <ConfirmDialog
        isOpen={open === 'remove'}
        title={texts.removePasskey(title)}
        text={texts.removePasskeyText}
        action={texts.remove}
        act={() => authenticate('/passkey/delete-passkey', { id })}
        onDone={onDone}
        onClose={() => setOpen(undefined)}
      />
    </Group>
  );
}
