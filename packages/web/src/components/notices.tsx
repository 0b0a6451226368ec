import { lazy, Suspense, useSyncExternalStore } from 'react';
import { hasNotices, onNotices } from './notify.ts';

const Notifications = lazy(async () => ({
  default: (await import('@mantine/notifications')).Notifications,
}));

/** Renders notices once the first one is shown. */
export function Notices() {
  const isWanted = useSyncExternalStore(onNotices, hasNotices);
  if (!isWanted) return null;
  return (
    <Suspense>
      <Notifications position="top-right" />
    </Suspense>
  );
}
