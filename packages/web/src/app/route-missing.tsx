import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { MapPinOff } from 'lucide-react';
import { Empty } from '../components/empty.tsx';
import { Page } from '../components/page.tsx';
import { useTexts } from '../i18n/language.tsx';

export function RouteMissing() {
  const texts = useTexts('app');
  return (
    <main>
      <Page title={texts.missingTitle}>
        <Empty
          icon={MapPinOff}
          title={texts.missing}
          action={
            <Button component={Link} to="/">
              {texts.homeButton}
            </Button>
          }
        />
      </Page>
    </main>
  );
}
