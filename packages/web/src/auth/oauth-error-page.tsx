import { Code, Text } from '@mantine/core';
import { useTexts } from '../i18n/language.tsx';
import { EntryPage } from './entry-page.tsx';
import { HomeButton } from './home-button.tsx';

/**
 * Where somebody ends whose program, or whose other service, asked for what cannot be. Of what the
 * address says only the code is shown: a sentence in it could be anybody's.
 */
export function OAuthErrorPage() {
  const texts = useTexts('auth');
  const code = new URLSearchParams(location.search).get('error') ?? '';
  return (
    <EntryPage title={texts.connectFailed} note={texts.connectFailedNote}>
      {/^[\w-]{1,60}$/.test(code) && (
        <Text size="sm">
          {texts.code}: <Code>{code}</Code>
        </Text>
      )}
      <HomeButton />
    </EntryPage>
  );
}
