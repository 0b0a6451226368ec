import type { NotificationData } from '@mantine/notifications';

let isWanted = false;
const listeners = new Set<() => void>();

/** Returns true after the first notice; the notification module is loaded for it. */
export function hasNotices(): boolean {
  return isWanted;
}

export function onNotices(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a notice and returns a function that hides it. */
export async function notify(notice: NotificationData): Promise<() => void> {
  const { notifications } = await import('@mantine/notifications');
  isWanted = true;
  for (const listener of listeners) listener();
  const id = notifications.show(notice);
  return () => notifications.hide(id);
}

export function notifyDone(message: string): void {
  void notify({ message, color: 'lectern', autoClose: 4_000 });
}

export function notifyFailed(message: string): void {
  void notify({ message, color: 'red', autoClose: 8_000 });
}
