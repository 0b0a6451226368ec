import { Button, Code, Stack, Text, TextInput } from '@mantine/core';
import { authenticate } from '../api/authenticate.ts';
import { useFormValues } from '../auth/use-form-values.ts';
import { ErrorNotice } from '../components/error-notice.tsx';
import { useTexts } from '../i18n/language.tsx';
import { QrCode } from './qr-code.tsx';

/** A factor that is not turned on yet. */
export interface NewFactor {
  /** `otpauth://` address with the key. */
  readonly totpURI: string;
  readonly backupCodes: readonly string[];
}

export interface SecondFactorSetupProps {
  readonly factor: NewFactor;
  readonly onDone: () => void;
}

/** Shows the key once and turns the factor on with a first code. */
export function SecondFactorSetup({ factor, onDone }: SecondFactorSetupProps) {
  const texts = useTexts('settings');
  const form = useFormValues(async ({ code = '' }) => {
    await authenticate('/two-factor/verify-totp', { code: code.replaceAll(/\s/g, '') });
    onDone();
  });
  return (
    <form onSubmit={form.onSubmit}>
      <Stack align="flex-start">
        <Text size="sm">{texts.scan}</Text>
        <QrCode text={factor.totpURI} label={texts.qrCode} />
        <Text size="sm">
          {texts.factorKey}{' '}
          <Code data-secret>{new URL(factor.totpURI).searchParams.get('secret')}</Code>
        </Text>
        {form.error !== undefined && <ErrorNotice error={form.error} />}
        <TextInput
          name="code"
          label={texts.factorCode}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={10}
          required
        />
        <Button type="submit" loading={form.isBusy}>
          {texts.confirm}
        </Button>
      </Stack>
    </form>
  );
}
