import { Button, Code, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { authenticate, readAuthentication } from '../api/authenticate.ts';
import { refreshQueries } from '../api/query-client.ts';
import { useFormValues } from '../auth/use-form-values.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Hint } from '../components/hint.tsx';
import { notifyDone } from '../components/notify.ts';
import { QueryView } from '../components/query-view.tsx';
import { TitledCard } from '../components/titled-card.tsx';
import { useTexts } from '../i18n/language.tsx';
import { type NewFactor, SecondFactorSetup } from './two-factor-setup.tsx';

const factorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: async () => {
    const session = await readAuthentication<{ user?: { twoFactorEnabled?: boolean } } | null>(
      '/get-session',
      {},
    );
    return { isOn: session?.user?.twoFactorEnabled ?? false };
  },
});

/** Turns two-factor authentication on and off. Every step needs the password. */
export function SecondFactorCard() {
  const texts = useTexts('settings');
  const query = useQuery(factorQuery);
  const [factor, setFactor] = useState<NewFactor>();
  const [codes, setCodes] = useState<readonly string[]>();
  const refresh = () => refreshQueries(factorQuery);
  return (
    <TitledCard title={texts.twoFactor}>
      <QueryView query={query}>
        {({ isOn }) => (
          <Stack maw={480}>
            <Text size="sm">{isOn ? texts.factorOn : texts.factorOff}</Text>
            {factor ? (
              <SecondFactorSetup
                factor={factor}
                onDone={() => {
                  notifyDone(texts.factorDone);
                  setFactor(undefined);
                  setCodes(factor.backupCodes);
                  void refresh();
                }}
              />
            ) : (
              <PasswordForm
                key={String(isOn)}
                actions={
                  isOn
                    ? {
                        [texts.newCodes]: async (password) => {
                          const path = '/two-factor/generate-backup-codes';
                          const made = await authenticate<NewFactor>(path, { password });
                          setCodes(made.backupCodes);
                        },
                        [texts.turnOff]: async (password) => {
                          await authenticate('/two-factor/disable', { password });
                          notifyDone(texts.factorGone);
                          setCodes(undefined);
                          await refresh();
                        },
                      }
                    : {
                        [texts.turnOn]: async (password) =>
                          setFactor(await authenticate('/two-factor/enable', { password })),
                      }
                }
              />
            )}
            {codes && <RecoveryCodes codes={codes} />}
          </Stack>
        )}
      </QueryView>
    </TitledCard>
  );
}

interface PasswordFormProps {
  /** Actions that the password authorises, by their button text. */
  readonly actions: Readonly<Record<string, (password: string) => Promise<void>>>;
}

function PasswordForm({ actions }: PasswordFormProps) {
  const texts = useTexts('settings');
  const [chosen, setChosen] = useState<string>();
  const form = useFormValues(async ({ password = '' }) => {
    const act = actions[chosen ?? ''] ?? Object.values(actions)[0];
    await act?.(password);
  });
  return (
    <form onSubmit={form.onSubmit}>
      <Stack>
        {form.error !== undefined && <ErrorNotice error={form.error} />}
        <PasswordInput
          name="password"
          label={texts.currentPassword}
          autoComplete="current-password"
          maxLength={128}
          required
        />
        <Group>
          {Object.keys(actions).map((words) => (
            <Button
              key={words}
              type="submit"
              variant="default"
              loading={form.isBusy}
              onClick={() => setChosen(words)}
            >
              {words}
            </Button>
          ))}
        </Group>
      </Stack>
    </form>
  );
}

function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const texts = useTexts('settings');
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        {texts.codesTitle}
      </Text>
      <Hint>{texts.codesNote}</Hint>
      <Code block tabIndex={0} data-secret>
        {codes.join('\n')}
      </Code>
      <CopyButton text={codes.join('\n')} />
    </Stack>
  );
}
