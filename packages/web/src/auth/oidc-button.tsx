import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { signInMethodsQuery } from '../api/session.ts';
import { useTexts } from '../i18n/language.tsx';

export interface OidcButtonProps {
  /** What the way back needs to know. */
  readonly query?: string;
}

/** The way to the organisation's identity provider, where there is one. */
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
