import type { Me } from '@lectern/contracts';
import { forgetStored, forgetTab, readStored, writeStored } from '../lib/stored.ts';

const personKey = 'lectern.person';
/** Display settings, which stay when another person signs in. */
const lookKeys = ['lectern.language', 'lectern.contrast'];
/** The person and organisation whose data this page has shown. */
let shown: string | undefined;

/**
 * Reloads the page if it showed another person or organisation before, so that none of their data
 * or input remains.
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

/** Deletes unsent input and the state of this tab. */
export function forgetPerson(): void {
  forgetStored(lookKeys);
  forgetTab();
}
