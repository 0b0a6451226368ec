import type { AuditEvent } from '@lectern/contracts';

export interface NewAuditEvent {
  /** Whose administrators can read it; undefined: nobody through the API. */
  readonly organisationId: string | undefined;
  readonly action: string;
  readonly actorId?: string | undefined;
  readonly target?: string | undefined;
  readonly address?: string | undefined;
  readonly requestId?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Events are added and read, never changed. */
export interface AuditLog {
  add(event: NewAuditEvent): Promise<void>;
  /** An organisation's events, newest first, those older than `before` when it is given. */
  list(
    organisationId: string,
    page: { readonly limit: number; readonly before: string | undefined },
  ): Promise<readonly AuditEvent[]>;
}
