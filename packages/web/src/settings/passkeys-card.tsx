import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { readAuthentication } from '../api/authenticate.ts';
import { addPasskey, canUsePasskeys } from '../api/passkeys.ts';
import { refreshQueries } from '../api/query-client.ts';
import { signInMethodsQuery } from '../api/session.ts';
import { useFormValues } from '../auth/use-form-values.ts';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Hint } from '../components/hint.tsx';
import { notifyDone } from '../components/notify.ts';
import { QueryView } from '../components/query-view.tsx';
import { TitledCard } from '../components/titled-card.tsx';
import { useTexts } from '../i18n/language.tsx';
import { type Passkey, PasskeyRow } from './passkey-row.tsx';

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
