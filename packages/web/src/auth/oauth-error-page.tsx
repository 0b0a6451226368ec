import { Code, Text } from '@mantine/core';
import { useTexts } from '../i18n/language.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { HomeButton } from './home-button.tsx';

/**
 * Shows a failed OAuth request. Only the code of the address is shown, because anyone can write a
 * sentence into a link.
 */
export function OAuthErrorPage() {
  const texts = useTexts('auth');
  const code = new URLSearchParams(location.search).get('error') ?? '';
  return (
    <AuthLayout title={texts.connectFailed} note={texts.connectFailedNote}>
      {/^[\w-]{1,60}$/.test(code) && (
        <Text size="sm">
          {texts.code}: <Code>{code}</Code>
        </Text>
      )}
      <HomeButton />
    </AuthLayout>
  );
}
