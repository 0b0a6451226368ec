import { Button, Code, Stack, Text, TextInput } from '@mantine/core';
import { encode } from 'uqr';
import { authenticate } from '../api/authenticate.ts';
import { useFormValues } from '../auth/use-form-values.ts';
import { ErrorNotice } from '../components/error-notice.tsx';
import { useTexts } from '../i18n/language.tsx';

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
          label={texts.code}
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

interface QrCodeProps {
  readonly text: string;
  /** Accessible name. */
  readonly label: string;
}

/** Dark on white in every theme, because cameras may not read other colours. */
function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} width={200} height={200}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
