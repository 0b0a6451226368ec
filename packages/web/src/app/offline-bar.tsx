import { Alert } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { notifyDone } from '../components/notify.ts';
import { useTexts } from '../i18n/language.tsx';

export function OfflineBar() {
  const texts = useTexts('app');
  const { online } = useNetwork();
  const wasOnline = useRef(online);
  useEffect(() => {
    if (online && !wasOnline.current) notifyDone(texts.online);
    wasOnline.current = online;
  }, [online, texts]);
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
