import type { Principal } from '@lectern/contracts';
import type { Owner } from '../ports/owner.ts';
import type { Grounds } from '../ports/run-tokens.ts';

export function ownerOf({ organisationId, userId }: Principal): Owner {
  return { organisationId, userId };
}

export function groundsOf({ credential, scopes }: Principal): Grounds {
  return { credential, scopes };
}
