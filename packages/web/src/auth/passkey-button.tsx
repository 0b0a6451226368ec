import type { OpenAuthPath } from '@lectern/contracts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { canUsePasskeys, proveByPasskey } from '../api/passkeys.ts';
import { signInMethodsQuery } from '../api/session.ts';
import { ErrorNotice } from '../components/error-notice.tsx';
import { useTexts } from '../i18n/language.tsx';

export interface PasskeyButtonProps {
  /** Sends the proof of the device and continues. */
  readonly send: (path: OpenAuthPath, body: { readonly response: unknown }) => Promise<unknown>;
}

/** Signs in with a passkey, if the suite and the browser support it. */
export function PasskeyButton({ send }: PasskeyButtonProps) {
  const texts = useTexts('auth');
  const methods = useQuery(signInMethodsQuery);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  if (!methods.data?.passkey || !canUsePasskeys()) return null;
  const enter = async () => {
    setIsBusy(true);
    setError(undefined);
    try {
      await send('/passkey/verify-authentication', { response: await proveByPasskey() });
    } catch (failure) {
      setError(failure);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <>
      {error !== undefined && <ErrorNotice error={error} />}
      <Button variant="default" fullWidth loading={isBusy} onClick={() => void enter()}>
        {texts.passkey}
      </Button>
    </>
  );
}
