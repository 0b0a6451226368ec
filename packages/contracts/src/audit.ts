import { z } from 'zod';
import { timestampSchema } from './ids-and-times.ts';
import { pageQuerySchema } from './query-values.ts';

/** Actions of the suite. */
const ownActions = [
  'sign_in',
  'sign_in.failed',
  'sign_in.second_factor_due',
  'sign_in.second_factor_failed',
  'sign_in.recovery_code_used',
  'sign_in.reset',
  'password.changed',
  'password.change_failed',
  'password.reset',
  'password.link_created',
  'second_factor.enabled',
  'second_factor.disabled',
  'second_factor.codes_replaced',
  'second_factor.change_failed',
  'passkey.added',
  'passkey.add_failed',
  'passkey.renamed',
  'passkey.removed',
  'account.renamed',
  'account.deleted',
  'account.impersonated',
  'token.created',
  'key.created',
  'key.deleted',
  'oauth.consented',
  'oauth.consent_removed',
  'member.joined',
  'member.removed',
  'member.role_changed',
  'member.provisioned',
  'member.updated',
  'member.disabled',
  'member.enabled',
  'invitation.created',
  'invitation.revoked',
  'team.created',
  'team.changed',
  'team.deleted',
  'team.member_added',
  'team.member_removed',
  'sign_in_settings.changed',
  'sign_in_domain.added',
  'sign_in_domain.verified',
  'sign_in_domain.removed',
  'scim.token_created',
  'scim.token_deleted',
  'scim.tokens_read',
  'organisation.created',
  'organisation.renamed',
  'organisation.deleted',
  'collection.changed',
  'collection.deleted',
  'collection.exported',
  'collection.rechunked',
  'document.changed',
  'document.deleted',
  'document.passage_edited',
  'document.passage_restored',
  'bin.restored',
  'bin.purged',
  'grants.read',
  'grants.replaced',
  'source.added',
  'source.changed',
  'source.removed',
  'source.run_confirmed',
  'evaluation_set.deleted',
  'mcp_server.registered',
  'mcp_server.changed',
  'mcp_server.removed',
  'mcp_tools.settings_changed',
  'model.added',
  'model.changed',
  'model.removed',
  'assistant.added',
  'assistant.changed',
  'assistant.removed',
  'embedding_model.added',
  'embedding_model.switched',
  'embedding_model.removed',
  'reranker.added',
  'reranker.switched',
  'reranker.removed',
  'budget.changed',
  'budget.removed',
  'conversation.shared',
  'tool_call.decided',
  'tool.called',
] as const;

/** Further actions of better-auth, by its own names. No public route performs them. */
const libraryActions = [
  'organization.update',
  'organization.accept-invitation',
  'organization.reject-invitation',
  'organization.leave',
  'organization.update-team',
  'admin.set-role',
  'admin.create-user',
  'admin.update-user',
  'admin.ban-user',
  'admin.unban-user',
  'admin.stop-impersonating',
  'admin.revoke-user-session',
  'admin.revoke-user-sessions',
  'admin.remove-user',
  'admin.set-user-password',
  'admin.oauth2.create-client',
  'admin.oauth2.update-client',
  'admin.oauth2.create-resource',
  'admin.oauth2.change-resource',
  'admin.oauth2.change-resource-clients',
] as const;

export const auditActions = [...ownActions, ...libraryActions] as const;
export type AuditAction = (typeof auditActions)[number];

/** An event of the audit log. Never contains secrets. */
export const auditEventSchema = z.object({
  id: z.string(),
  at: timestampSchema,
  /** One of `auditActions`, or an action of another release. */
  action: z.string(),
  /** Id of the person; null if nobody was signed in. */
  actor_id: z.string().nullable(),
  /** Id of the target; the email address for a failed sign-in. */
  target: z.string().nullable(),
  /** Network address of the caller. */
  address: z.string().nullable(),
  request_id: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});
export type AuditEvent = z.infer<typeof auditEventSchema>;

/**
 * An event that a service reports. During an update, services of two versions run side by side:
 * actions that one of them does not know yet are accepted.
 */
export const newAuditEventSchema = z.object({
  organisation_id: z.string().min(1).max(200),
  user_id: z.string().min(1).max(200),
  action: z.string().regex(/^tool\.[a-z_]{1,60}$/),
  target: z.string().max(500),
  request_id: z.string().max(200),
  details: z.record(z.string(), z.unknown()),
});
export type NewAuditEvent = z.infer<typeof newAuditEventSchema>;

export const maxReportedEvents = 50;
/** In chronological order. */
export const newAuditEventsSchema = z.strictObject({
  events: z.array(newAuditEventSchema).min(1).max(maxReportedEvents),
});

export const auditListQuerySchema = pageQuerySchema.extend({
  /** Filter by action. */
  action: z.string().min(1).max(100).optional(),
  /** Filter by person. */
  actor_id: z.string().min(1).max(200).optional(),
});

/** Newest first. */
export const auditListSchema = z.object({
  events: z.array(auditEventSchema),
  /**
   * Names by the ids in the events: people, former members included, and teams. Deleted ones have
   * none.
   */
  names: z.record(z.string(), z.string()),
  next_cursor: z.string().nullable(),
});
export type AuditList = z.infer<typeof auditListSchema>;

/** An event as receivers outside the suite get it. Additional fields can come. */
export const exportedAuditEventSchema = auditEventSchema.extend({
  /** Null for events that concern no organisation. */
  organisation_id: z.string().nullable(),
  /** SHA-256 over the hash of the event before and this event, in hex. */
  hash: z.string(),
});
export type ExportedAuditEvent = z.infer<typeof exportedAuditEventSchema>;

/** Requests that the chain of hashes is recomputed. */
export const verifyAuditSchema = z.strictObject({
  /** Last event of an earlier verification or export, to find events removed at the end. */
  expected: z
    .strictObject({
      id: z.string().regex(/^\d{1,18}$/, 'must be the id of an event'),
      hash: z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex'),
    })
    .optional(),
});
export type VerifyAudit = z.infer<typeof verifyAuditSchema>;

export const auditVerificationSchema = z.object({
  /** Events that were verified; older ones were removed after their retention. */
  events: z.number().int(),
  /** Last verified event, for the next verification; `0` with an empty hash if there is none. */
  last_id: z.string(),
  hash: z.string(),
  /** First event that was changed or removed, or before which one was; null if all are whole. */
  broken_id: z.string().nullable(),
});
export type AuditVerification = z.infer<typeof auditVerificationSchema>;
