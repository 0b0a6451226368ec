import { AppError, idSchema } from '@lectern/contracts';

/** A conversation's id from a path; what is none names no conversation. */
export function readConversationId(value: unknown): string {
  const id = idSchema.safeParse(value);
  if (!id.success) throw new AppError('conversation_not_found');
  return id.data;
}
