import type { Me } from '@lectern/contracts';
import { forgetStored, forgetTab, readStored, writeStored } from '../lib/stored.ts';

const personKey = 'lectern.person';
/** How the browser shows the page, whoever uses it. */
const lookKeys = ['lectern.language', 'lectern.contrast'];
/** Whose data this page has shown. */
let shown: string | undefined;

/**
 * Holds back another person, or another organisation of the same one, than the page was showing
 * until now: it is loaded anew, without what it held and without what the other person typed.
 */
export async function keepToPerson({
  user,
  organisation,
}: Pick<Me, 'user' | 'organisation'>): Promise<void> {
  if ((readStored(personKey) ?? user.id) !== user.id) forgetPerson();
  writeStored(personKey, user.id);
  const now = `${user.id} ${organisation.id}`;
  shown ??= now;
  if (shown === now) return;
  forgetTab();
  location.reload();
  await new Promise(() => undefined);
}

/** Forgets what the person typed and did not send, and what the tab remembers. */
export function forgetPerson(): void {
  forgetStored(lookKeys);
  forgetTab();
}
