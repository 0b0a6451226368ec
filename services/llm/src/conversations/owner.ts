import type { Principal } from '@lectern/contracts';
import type { Owner } from '../ports/conversations.ts';

export function ownerOf({ organisationId, userId }: Principal): Owner {
  return { organisationId, userId };
}
