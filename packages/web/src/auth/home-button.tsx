import { Button } from '@mantine/core';
import { useTexts } from '../i18n/language.tsx';

export function HomeButton() {
  const texts = useTexts('auth');
  return (
    <Button component="a" href="/" fullWidth>
      {texts.homeButton}
    </Button>
  );
}
