import type { Collection } from '@lectern/contracts';
import { Avatar, VisuallyHidden } from '@mantine/core';
import { Lock } from 'lucide-react';
import { useTexts } from '../i18n/language.tsx';
import { GranteeAvatar, useGrantees } from './grantees.tsx';

const maxAvatars = 2;

/** Shows a lock for a private collection, or the first people, teams and roles it is shared with. */
export function SharingSign({ collection }: { readonly collection: Collection }) {
  const { parent_id, inherit = true, permission, shared_with: shared = [] } = collection;
  const texts = useTexts('sharing');
  const grantees = useGrantees();
  if (shared.length === 0) {
    const isPrivate = permission === 'manage' ? !inherit || parent_id === null : !inherit;
    return isPrivate && <Lock size={14} aria-label={texts.private} role="img" />;
  }
  if (!grantees) return null;
  const names = shared.map(grantees.nameOf);
  return (
    <Avatar.Group spacing={6} title={texts.sharedWith(names.join(', '))}>
      {shared.slice(0, maxAvatars).map((grantee, at) => (
        <GranteeAvatar
          key={`${grantee.type}:${grantee.id}`}
          type={grantee.type}
          name={names[at] ?? ''}
          size={20}
        />
      ))}
      <VisuallyHidden>{texts.sharedWith(names.join(', '))}</VisuallyHidden>
    </Avatar.Group>
  );
}
