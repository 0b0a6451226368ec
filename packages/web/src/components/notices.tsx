import { lazy, Suspense, useSyncExternalStore } from 'react';
import { hasNotices, onNotices } from './notify.ts';

const Notifications = lazy(async () => ({
  default: (await import('@mantine/notifications')).Notifications,
}));

/** Where notices appear, from the first one on. */
export function Notices() {
  const isWanted = useSyncExternalStore(onNotices, hasNotices);
  if (!isWanted) return null;
  return (
    <Suspense>
      <Notifications position="top-right" />
    </Suspense>
  );
}
