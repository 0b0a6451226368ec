import type { NotificationData } from '@mantine/notifications';

let isWanted = false;
const listeners = new Set<() => void>();

/** Whether some notice was shown: until then nothing that shows notices is fetched. */
export function hasNotices(): boolean {
  return isWanted;
}

export function onNotices(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a notice and gives what hides it. */
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
