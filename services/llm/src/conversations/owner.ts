import type { Principal } from '@lectern/contracts';
import type { Grounds } from '../clients/run-tokens.ts';
import type { Owner } from '../ports/owner.ts';

export function ownerOf({ organisationId, userId }: Principal): Owner {
  return { organisationId, userId };
}

export function groundsOf({ credential, scopes }: Principal): Grounds {
  return { credential, scopes };
}
