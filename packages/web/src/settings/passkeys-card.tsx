import { ActionIcon, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { authenticate, readAuthentication } from '../api/authenticate.ts';
import { addPasskey, canUsePasskeys } from '../api/passkeys.ts';
import { refreshQueries } from '../api/query-client.ts';
import { signInMethodsQuery } from '../api/session.ts';
import { useFormValues } from '../auth/use-form-values.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { Hint } from '../components/hint.tsx';
import { notifyDone } from '../components/notify.ts';
import { QueryView } from '../components/query-view.tsx';
import { TitledCard } from '../components/titled-card.tsx';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';

const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: () => readAuthentication<readonly Passkey[]>('/passkey/list-user-passkeys', {}),
});

export function PasskeysCard() {
  const texts = useTexts('settings');
  const methods = useQuery(signInMethodsQuery);
  return (
    <TitledCard title={texts.passkeysTitle}>
      <QueryView query={methods}>
        {({ passkey }) =>
          passkey && canUsePasskeys() ? <Passkeys /> : <Text size="sm">{texts.noPasskeysHere}</Text>
        }
      </QueryView>
    </TitledCard>
  );
}

function Passkeys() {
  const texts = useTexts('settings');
  const query = useQuery(passkeysQuery);
  const refresh = () => refreshQueries(passkeysQuery);
  return (
    <Stack maw={480}>
      <Text size="sm">{texts.passkeysNote}</Text>
      <QueryView query={query}>
        {(passkeys) =>
          passkeys.length === 0 ? (
            <Hint>{texts.noPasskeys}</Hint>
          ) : (
            <Stack gap="xs">
              {passkeys.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} onChanged={refresh} />
              ))}
            </Stack>
          )
        }
      </QueryView>
      <AddForm key={query.data?.length} onAdded={refresh} />
    </Stack>
  );
}

function AddForm({ onAdded }: { readonly onAdded: () => Promise<void> }) {
  const texts = useTexts('settings');
  const form = useFormValues(async ({ name = '', password = '' }) => {
    await addPasskey(name, password);
    notifyDone(texts.passkeyAdded);
    await onAdded();
  });
  return (
    <form onSubmit={form.onSubmit}>
      <Stack>
        {form.error !== undefined && <ErrorNotice error={form.error} />}
        <TextInput name="name" label={texts.passkeyName} maxLength={100} required />
        <PasswordInput
          name="password"
          label={texts.currentPassword}
          autoComplete="current-password"
          maxLength={128}
          required
        />
        <div>
          <Button type="submit" variant="default" loading={form.isBusy}>
            {texts.addPasskey}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

/** A passkey as the sign-in library lists it. */
interface Passkey {
  readonly id: string;
  readonly name?: string | null;
  readonly createdAt: string;
}

interface PasskeyRowProps {
  readonly passkey: Passkey;
  readonly onChanged: () => Promise<void>;
}

function PasskeyRow({ passkey: { id, name, createdAt }, onChanged }: PasskeyRowProps) {
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
