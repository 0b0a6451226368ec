import type { OpenAuthPath } from '@lectern/contracts';
import { Button, Text, TextInput } from '@mantine/core';
import { ErrorNotice } from '../components/error-notice.tsx';
import { useTexts } from '../i18n/language.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { useFormValues } from './use-form-values.ts';

export interface SecondFactorPageProps {
  /** Sends the code and continues. */
  readonly send: (path: OpenAuthPath, body: { readonly code: string }) => Promise<unknown>;
  readonly onBack: () => void;
}

/**
 * Asks for a code after the password. Six digits are an app's code, anything else is a recovery
 * code.
 */
export function SecondFactorPage({ send, onBack }: SecondFactorPageProps) {
  const texts = useTexts('auth');
  const form = useFormValues(async ({ code = '' }) => {
    const plain = code.replaceAll(/\s/g, '');
    const kind = /^\d{6}$/.test(plain) ? 'totp' : 'backup-code';
    await send(`/two-factor/verify-${kind}`, { code: plain });
  });
  return (
    <AuthLayout title={texts.twoFactor}>
      <Text size="sm">{texts.codeNote}</Text>
      {form.error !== undefined && <ErrorNotice error={form.error} />}
      <form onSubmit={form.onSubmit}>
        <TextInput
          name="code"
          label={texts.code}
          autoComplete="one-time-code"
          maxLength={40}
          data-autofocus
          required
        />
        <Button type="submit" fullWidth mt="lg" loading={form.isBusy}>
          {texts.signIn}
        </Button>
        <Button variant="subtle" fullWidth mt="xs" onClick={onBack}>
          {texts.back}
        </Button>
      </form>
    </AuthLayout>
  );
}
