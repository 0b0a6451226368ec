import type { NotificationData } from '@mantine/notifications';
import { createStore } from '../lib/create-store.ts';

/** True after the first notice; the notification module is loaded for it. */
export const hasNotices = createStore(false);

/** Shows a notice and returns a function that hides it. */
export async function notify(notice: NotificationData): Promise<() => void> {
  const { notifications } = await import('@mantine/notifications');
  hasNotices.set(true);
  const id = notifications.show(notice);
  return () => notifications.hide(id);
}

export function notifyDone(message: string): void {
  void notify({ message, color: 'lectern', autoClose: 4_000 });
}

export function notifyFailed(message: string): void {
  void notify({ message, color: 'red', autoClose: 8_000 });
}
