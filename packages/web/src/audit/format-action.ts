import { type AuditAction, auditActions } from '@lectern/contracts';

const known: ReadonlySet<string> = new Set(auditActions);

/** Of an action that this release does not know, its code. */
export function tellAction(action: string, texts: Readonly<Record<AuditAction, string>>): string {
  return known.has(action) ? texts[action as AuditAction] : action;
}
