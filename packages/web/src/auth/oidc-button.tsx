import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { signInMethodsQuery } from '../api/session.ts';
import { useTexts } from '../i18n/language.tsx';

export interface OidcButtonProps {
  /** Query that the way back needs. */
  readonly query?: string;
}

/** Signs in through the organisation's identity provider, if there is one. */
export function OidcButton({ query = '' }: OidcButtonProps) {
  const texts = useTexts('auth');
  const methods = useQuery(signInMethodsQuery);
  if (!methods.data?.oidc) return null;
  return (
    <Button component="a" href={`/sign-in/oidc${query}`} variant="default" fullWidth>
      {texts.oidc}
    </Button>
  );
}

/** Goes to the identity provider of the organisation that has the domain of the typed address. */
export function SsoButton({ query = '' }: OidcButtonProps) {
  const texts = useTexts('auth');
  const methods = useQuery(signInMethodsQuery);
  if (!methods.data?.sso) return null;
  return (
    <Button
      variant="default"
      fullWidth
      onClick={() => {
        const field = document.querySelector<HTMLInputElement>('input[name=email]');
        if (!field?.reportValidity()) return;
        location.assign(`/sign-in/sso?${new URLSearchParams({ email: field.value })}${query}`);
      }}
    >
      {texts.sso}
    </Button>
  );
}
