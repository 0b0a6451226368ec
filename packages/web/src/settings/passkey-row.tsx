import { ActionIcon, Group, Text, TextInput } from '@mantine/core';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { authenticate } from '../api/authenticate.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { Hint } from '../components/hint.tsx';
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
  const formats = useFormats();
  const [open, setOpen] = useState<'rename' | 'remove'>();
  const title = name || texts.passkeysTitle;
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Text fw={500}>{title}</Text>
        <Hint size="xs">{texts.passkeyAddedAt(formats.date(createdAt))}</Hint>
      </div>
      <Group gap={4} wrap="nowrap">
        <ActionIcon aria-label={texts.renamePasskey(title)} onClick={() => setOpen('rename')}>
          <Pencil size={16} />
        </ActionIcon>
        <ActionIcon aria-label={texts.removePasskey(title)} onClick={() => setOpen('remove')}>
          <Trash2 size={16} />
        </ActionIcon>
      </Group>
      <FormDialog
        isOpen={open === 'rename'}
        title={texts.renamePasskey(title)}
        label={texts.save}
        act={(values) => authenticate('/passkey/update-passkey', { id, ...values })}
        onDone={() => void onChanged()}
        onClose={() => setOpen(undefined)}
      >
        <TextInput
          name="name"
          label={texts.passkeyName}
          defaultValue={name ?? ''}
          maxLength={100}
          required
          data-autofocus
        />
      </FormDialog>
      <ConfirmDialog
        isOpen={open === 'remove'}
        title={texts.removePasskey(title)}
        text={texts.removePasskeyText}
        action={texts.remove}
        act={() => authenticate('/passkey/delete-passkey', { id })}
        onDone={() => void onChanged()}
        onClose={() => setOpen(undefined)}
      />
    </Group>
  );
}
