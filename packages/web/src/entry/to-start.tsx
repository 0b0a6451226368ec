import { Button } from '@mantine/core';
import { useTexts } from '../texts/language.tsx';
import { entryTexts } from './entry-texts.ts';

/** Out of a request that leads nowhere. */
export function ToStart() {
  const texts = useTexts(entryTexts);
  return (
    <Button component="a" href="/" fullWidth>
      {texts.toStart}
    </Button>
  );
}
