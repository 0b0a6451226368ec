import { type AuditAction, auditActions } from '@lectern/contracts';

const known: ReadonlySet<string> = new Set(auditActions);

/** Returns the text of an action, or its code if this release does not know it. */
export function tellAction(action: string, texts: Readonly<Record<AuditAction, string>>): string {
  return known.has(action) ? texts[action as AuditAction] : action;
}
