import { Button } from '@mantine/core';
import { useTexts } from '../i18n/language.tsx';
import { entryTexts } from './entry-texts.ts';

/** Out of a request that leads nowhere. */
export function HomeButton() {
  const texts = useTexts(entryTexts);
  return (
    <Button component="a" href="/" fullWidth>
      {texts.homeButton}
    </Button>
  );
}
