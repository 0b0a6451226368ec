import type { ExportedAuditEvent } from '@lectern/contracts';
import { version } from '@lectern/service';

/** Forms in which events are exported. */
export const exportFormats = ['json', 'ocsf'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Returns the event in one of the forms; `json` is the event itself. */
export function formatEvent(event: ExportedAuditEvent, format: ExportFormat): object {
  return format === 'json' ? event : toOcsf(event);
}

const schemaVersion = '1.6.0';
const identityCategory = 3;
const classes = { accountChange: 3001, authentication: 3002, entityManagement: 3004 } as const;
const accountSubjects = new Set([
  'account',
  'key',
  'oauth',
  'passkey',
  'password',
  'second_factor',
  'token',
]);
/** Activities of the class Entity Management. */
const activities: Readonly<Record<string, number>> = {
  created: 1,
  added: 1,
  registered: 1,
  joined: 1,
  exported: 2,
  deleted: 4,
  purged: 4,
  removed: 4,
  revoked: 4,
};
const update = 3;
const other = 99;

/**
 * Returns the event in the Open Cybersecurity Schema Framework: sign-ins as Authentication, changes
 * of accounts as Account Change, all else as Entity Management. The event's own action, details and
 * hash are in `unmapped`.
 */
function toOcsf(event: ExportedAuditEvent) {
  const { action, target } = event;
  const [subject = '', verb = ''] = action.split('.');
  const class_uid = findClass(subject);
  const activity_id =
    class_uid === classes.entityManagement
      ? (activities[verb] ?? update)
      : action === 'sign_in'
        ? 1
        : other;
  const failed = verb.endsWith('failed');
  return {
    category_uid: identityCategory,
    class_uid,
    activity_id,
    ...(activity_id === other && { activity_name: action }),
    type_uid: class_uid * 100 + activity_id,
    time: Date.parse(event.at),
    severity_id: failed ? 3 : 1,
    status_id: failed ? 2 : 1,
    metadata: {
      version: schemaVersion,
      product: { name: 'Lectern', vendor_name: 'Lectern', version },
      uid: event.id,
      ...(event.request_id !== null && { correlation_uid: event.request_id }),
      ...(event.organisation_id !== null && { tenant_uid: event.organisation_id }),
    },
    ...(event.actor_id !== null && { actor: { user: { uid: event.actor_id } } }),
    ...(event.address !== null && { src_endpoint: { ip: event.address } }),
    ...(class_uid === classes.entityManagement
      ? { entity: { type: subject, uid: target ?? 'unknown' } }
      : { user: { uid: target ?? event.actor_id ?? 'unknown' } }),
    unmapped: { action, details: event.details, hash: event.hash },
  };
}

function findClass(subject: string): number {
  if (subject === 'sign_in') return classes.authentication;
  return accountSubjects.has(subject) ? classes.accountChange : classes.entityManagement;
}
