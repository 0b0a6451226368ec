import { z } from 'zod';
import { timestampSchema } from './ids-and-times.ts';
import { pageQuerySchema } from './query-values.ts';

/** One line of the audit log. Never holds secrets. */
export const auditEventSchema = z.object({
  id: z.string(),
  at: timestampSchema,
  /** Such as `sign_in`, `key.created`, `member.role_changed`. */
  action: z.string(),
  /** Id of the person; null when nobody was signed in. */
  actor_id: z.string().nullable(),
  /** Id of what was acted on; for a failed sign-in the email address. */
  target: z.string().nullable(),
  /** Network address of the caller. */
  address: z.string().nullable(),
  request_id: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});
export type AuditEvent = z.infer<typeof auditEventSchema>;

/** What a service reports. */
export const newAuditEventSchema = z.strictObject({
  organisation_id: z.string().min(1).max(200),
  user_id: z.string().min(1).max(200),
  action: z.enum(['tool.called']),
  target: z.string().max(500),
  request_id: z.string().max(200),
  details: z.record(z.string(), z.unknown()),
});
export type NewAuditEvent = z.infer<typeof newAuditEventSchema>;

export const maxReportedEvents = 50;
/** In the order in which they came to be. */
export const newAuditEventsSchema = z.strictObject({
  events: z.array(newAuditEventSchema).min(1).max(maxReportedEvents),
});

export const auditListQuerySchema = pageQuerySchema.extend({
  /** Only this action. */
  action: z.string().min(1).max(100).optional(),
  /** Only what this person did. */
  actor_id: z.string().min(1).max(200).optional(),
});
export type AuditListQuery = z.infer<typeof auditListQuerySchema>;

/** Newest first. */
export const auditListSchema = z.object({
  events: z.array(auditEventSchema),
  /** By the ids in the events: people, also who left, and teams. Deleted ones have none. */
  names: z.record(z.string(), z.string()),
  next_cursor: z.string().nullable(),
});
export type AuditList = z.infer<typeof auditListSchema>;
