import { randomUUID } from 'node:crypto';
import {
  AppError,
  type CreateSource,
  type Source,
  type SourceKind,
  type SourceSchedule,
  type SourceSettings,
  type UpdateSource,
} from '@lectern/contracts';
import { writeToOutbox } from '@lectern/jobs';
import type { Sealer } from '@lectern/service';
import { type Access, managesAll, requireCollection } from '../access/load-access.ts';
import type { Database, DatabaseTransaction } from '../database/tables.ts';
import { ragOutbox, sourceScheduleJob } from '../outbox/job-definitions.ts';
import { assertRoom } from '../quotas/assert-room.ts';
import { countRows } from '../quotas/count-rows.ts';
import type { DocumentQuotas } from '../quotas/document-quotas.ts';
import { removeEntries } from './remove-entries.ts';
import { nextTime, requireSource, showSource } from './show-source.ts';
import { invalidField, type SourceContext, type SourceCredentials } from './source-adapter.ts';
import { sealCredentials } from './source-credentials.ts';
import { kindOf, parseSettings } from './source-kinds.ts';

export interface SourceStores {
  readonly database: Database;
  readonly sealer: Sealer | undefined;
  readonly context: SourceContext;
}

/** Maximum sources of an organisation. */
const maxSources = 200;

/**
 * Connects a source. Needs `manage` on its collection; a folder of the machine and some servers
 * need an administrator.
 * @throws AppError `collection_not_found`, `forbidden`, `invalid_request`, `quota_exceeded`.
 */
export async function createSource(
  { database, sealer, context }: SourceStores,
  access: Access,
  created: CreateSource,
): Promise<Source> {
  const { kind, name, collection_id, schedule } = created;
  const { settings, credentials } = separate(kind, created);
  await requireCollection(database, access, { id: collection_id, permission: 'manage' });
  // The settings as they came: an address that holds a secret is sealed with the credentials.
  requireKindRight(access, kindOf(kind).needsAdministrator(created.settings));
  checkCredentials(kind, created.credentials);
  checkSchedule(schedule);
  await kindOf(kind).check(created.settings, context);
  const id = randomUUID();
  const row = await database.transaction().execute(async (transaction) => {
    const used = await countRows(transaction, 'rag.sources', access.organisationId);
    assertRoom('sources', used, maxSources);
    const inserted = await transaction
      .insertInto('rag.sources')
      .values({
        id,
        organisation_id: access.organisationId,
        collection_id,
        kind,
        name,
        settings: JSON.stringify(settings),
        credentials: sealCredentials(sealer, id, credentials),
        cron: schedule?.cron ?? null,
        time_zone: schedule?.time_zone ?? null,
        paused: created.paused,
        max_removed_share: created.max_removed_share,
        created_by: access.userId,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await publishSchedule(transaction, id);
    return inserted;
  });
  return showSource(database, row);
}

/**
 * Changes a source. Settings of another address remove the stored credentials unless new ones come
 * with them.
 * @throws AppError as {@link createSource} does, and `source_not_found`.
 */
export async function updateSource(
  { database, sealer, context }: SourceStores,
  access: Access,
  { id, change }: { readonly id: string; readonly change: UpdateSource },
): Promise<Source> {
  const before = await requireSource(database, access, id);
  const kind = kindOf(before.kind);
  const given = parseSettings(before.kind, change.settings ?? before.settings);
  const { settings, credentials } = separate(before.kind, {
    settings: given,
    credentials: change.credentials,
  });
  requireKindRight(access, kind.needsAdministrator(given));
  checkCredentials(before.kind, change.credentials ?? {});
  checkSchedule(change.schedule);
  if (change.settings) await kind.check(given, context);
  const isElsewhere =
    kind.addressOf(settings) !== kind.addressOf(parseSettings(before.kind, before.settings));
  const row = await database.transaction().execute(async (transaction) => {
    const updated = await transaction
      .updateTable('rag.sources')
      .set({
        ...(change.name !== undefined && { name: change.name }),
        ...(change.settings && { settings: JSON.stringify(settings) }),
        ...(credentials !== undefined
          ? { credentials: sealCredentials(sealer, id, credentials) }
          : isElsewhere && { credentials: null }),
        ...(change.schedule !== undefined && {
          cron: change.schedule?.cron ?? null,
          time_zone: change.schedule?.time_zone ?? null,
        }),
        ...(change.paused !== undefined && { paused: change.paused }),
        ...(change.max_removed_share !== undefined && {
          max_removed_share: change.max_removed_share,
        }),
        updated_at: new Date(),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    if (!updated) throw new AppError('source_not_found');
    await publishSchedule(transaction, id);
    return updated;
  });
  return showSource(database, row);
}

/** Removes a source, and its documents to the bin if requested. A run that is under way ends. */
export async function deleteSource(
  { database, quotas }: { readonly database: Database; readonly quotas: DocumentQuotas },
  access: Access,
  { id, deleteDocuments }: { readonly id: string; readonly deleteDocuments: boolean },
): Promise<{ readonly name: string }> {
  const source = await requireSource(database, access, id);
  const entries = deleteDocuments
    ? await database
        .selectFrom('rag.source_entries')
        .select('key')
        .where('source_id', '=', id)
        .execute()
    : [];
  await removeEntries({ database, quotas }, { source, deletedBy: access.userId, entries });
  await database.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('rag.sources').where('id', '=', id).execute();
    await publishSchedule(transaction, id);
  });
  return source;
}

/** Returns the settings without secrets, which join the given credentials. */
function separate<Credentials extends SourceCredentials | null | undefined>(
  kind: SourceKind,
  { settings, credentials }: { settings: SourceSettings; credentials: Credentials },
): { settings: SourceSettings; credentials: Credentials | SourceCredentials } {
  const found = kindOf(kind).separate?.(settings);
  if (!found || Object.keys(found.credentials).length === 0) return { settings, credentials };
  return { settings: found.settings, credentials: { ...found.credentials, ...credentials } };
}

function requireKindRight(access: Access, needsAdministrator: boolean): void {
  if (!needsAdministrator || managesAll(access)) return;
  throw new AppError(
    'forbidden',
    'Only administrators may connect folders of the machine or servers by their address.',
  );
}

function checkCredentials(
  kind: SourceKind,
  credentials: Readonly<Record<string, string>> | null,
): void {
  const { isCredential } = kindOf(kind);
  const unknown = Object.keys(credentials ?? {}).find((name) => !isCredential(name));
  if (unknown !== undefined) throw invalidField(`credentials.${unknown}`, 'is not known');
}

function checkSchedule(schedule: SourceSchedule | null | undefined): void {
  if (!schedule) return;
  try {
    new Intl.DateTimeFormat('en', { timeZone: schedule.time_zone });
  } catch {
    throw invalidField('schedule.time_zone', 'is not a known time zone');
  }
  try {
    if (schedule.cron.split(/\s+/).length !== 5) throw new Error('five fields are needed');
    nextTime(schedule);
  } catch {
    throw invalidField('schedule.cron', 'must have five valid fields', { rule: 'cron' });
  }
}

async function publishSchedule(transaction: DatabaseTransaction, id: string): Promise<void> {
  await writeToOutbox(transaction, ragOutbox, {
    definition: sourceScheduleJob,
    jobs: [{ id: randomUUID(), data: { task: 'schedule' as const, source_id: id } }],
  });
}
