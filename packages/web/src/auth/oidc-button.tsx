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
