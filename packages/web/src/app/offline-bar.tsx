import { Alert } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { useTexts } from '../texts/language.tsx';
import { appTexts } from './app-texts.ts';

export function OfflineBar() {
  const texts = useTexts(appTexts);
  const { online } = useNetwork();
  return (
    <div role="status">
      {!online && (
        <Alert color="yellow" radius={0} py="xs">
          {texts.offline}
        </Alert>
      )}
    </div>
  );
}
