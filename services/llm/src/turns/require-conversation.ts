import { AppError } from '@lectern/contracts';
import type { LlmDatabase } from '../database/tables.ts';
import { type Owner, ofOwner } from '../ports/owner.ts';

/** @throws AppError `conversation_not_found` for a deleted conversation or one of another owner. */
export async function requireConversation(
  database: LlmDatabase,
  owner: Owner,
  id: string,
): Promise<void> {
  const row = await database
    .selectFrom('conversations')
    .select('id')
    .where('id', '=', id)
    .where((is) => is.and(ofOwner(owner)))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new AppError('conversation_not_found');
}
