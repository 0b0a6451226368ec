import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { MapPinOff } from 'lucide-react';
import { Empty } from '../parts/empty.tsx';
import { Page } from '../parts/page.tsx';
import { useTexts } from '../texts/language.tsx';
import { appTexts } from './app-texts.ts';

export function RouteMissing() {
  const texts = useTexts(appTexts);
  return (
    <main>
      <Page title={texts.missingTitle}>
        <Empty
          icon={MapPinOff}
          title={texts.missing}
          action={
            <Button component={Link} to="/">
              {texts.toStart}
            </Button>
          }
        />
      </Page>
    </main>
  );
}
