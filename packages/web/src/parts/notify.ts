import { notifications } from '@mantine/notifications';

export function notifyDone(message: string): void {
  notifications.show({ message, color: 'lectern', autoClose: 4_000 });
}

export function notifyFailed(message: string): void {
  notifications.show({ message, color: 'red', autoClose: 8_000 });
}
