import { z } from 'zod';
import { addressSchema, baseAddressSchema } from './addresses.ts';
import { idSchema, timestampSchema } from './ids-and-times.ts';
import { nameSchema } from './names.ts';
import { pageQuerySchema, queryBooleanSchema } from './query-values.ts';

export const sourceKindSchema = z.enum([
  'folder',
  'git',
  'web',
  'mail',
  'rclone',
  'github',
  'confluence',
  'notion',
]);
export type SourceKind = z.infer<typeof sourceKindSchema>;

const textSchema = z.string().trim().min(1).max(2_000).refine(hasNoNull, 'must not contain U+0000');

/** Settings of each kind. */
export const sourceSettingsSchemas = {
  folder: z.strictObject({
    /** Absolute path of a folder, beneath one of `SOURCE_FOLDERS`. */
    path: textSchema.refine((path) => path.startsWith('/'), 'must be an absolute path'),
  }),
  git: z.strictObject({
    /** `https://…`, or `file:///…` beneath one of `SOURCE_FOLDERS`. */
    url: baseAddressSchema(['http', 'https', 'file']),
    /** Default: the repository's own. */
    branch: z
      .string()
      .max(200)
      .regex(/^[\p{L}\p{N}_][\p{L}\p{N}_./+-]*$/u, 'must be a branch name')
      .refine((branch) => !branch.includes('..'), 'must be a branch name')
      .optional(),
    /** Files and folders of the repository; default: all. */
    paths: z.array(textSchema).min(1).max(100).optional(),
  }),
  web: z.strictObject({
    /** Pages or sitemaps from which other pages are found. */
    start_urls: z.array(addressSchema()).min(1).max(50),
    /** Beginnings of the addresses that may be fetched; default: the hosts of `start_urls`. */
    allow: z.array(addressSchema()).max(100).default([]),
    /** Maximum links from a start address to a page; pages of a sitemap count as linked. */
    depth: z.number().int().min(0).max(20).default(3),
  }),
  mail: z.strictObject({
    host: z
      .string()
      .trim()
      .toLowerCase()
      .max(253)
      .regex(/^[a-z0-9.:_-]+$/, 'must be a host name or an address'),
    /** 993 is TLS from the start; other ports switch to TLS by STARTTLS. */
    port: z.number().int().min(1).max(65_535).default(993),
    /** Names of mailboxes as the server lists them. */
    folders: z.array(textSchema).min(1).max(100).default(['INBOX']),
  }),
  rclone: z.strictObject({
    /** Name of the remote, for people: its configuration comes with the source. */
    remote: z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,40}$/, 'must be letters, digits, _ and -'),
    /** Folder of the remote. */
    path: z
      .string()
      .trim()
      .max(2_000)
      .refine(hasNoNull, 'must not contain U+0000')
      .refine((path) => !/(^|\/)\.{1,2}(\/|$)/.test(path), 'must not contain . or .. as a folder')
      .default(''),
    /**
     * Options of the remote by rclone's names, with its `type`. Passwords are plain. Passwords,
     * tokens and keys become credentials: they are sealed and never returned.
     */
    config: z
      .record(
        z.string().regex(/^[a-z][a-z0-9_]{0,60}$/),
        z.string().max(20_000).refine(hasNoNull, 'must not contain U+0000'),
      )
      .refine(({ type }) => type !== undefined, { path: ['type'], message: 'is needed' }),
    /**
     * True lets only the people read a file who are named there as its readers, by email. Drive and
     * OneDrive alone.
     */
    permissions: z.boolean().optional(),
  }),
  github: z.strictObject({
    /** `owner/name`, or the name of an organisation or a person for all repositories. */
    repositories: z
      .array(
        z
          .string()
          .trim()
          .regex(
            /^(?!\.{1,2}(\/|$))[\w.-]{1,100}(\/(?!\.{1,2}$)[\w.-]{1,100})?$/,
            'must be owner/name',
          ),
      )
      .min(1)
      .max(100),
    include: z
      .array(z.enum(['issues', 'wikis']))
      .min(1)
      .default(['issues', 'wikis']),
    /** A server of one's own; default: `https://github.com`. */
    url: baseAddressSchema().optional(),
  }),
  confluence: z.strictObject({
    /** `https://….atlassian.net`, or the address of a Data Center. */
    url: baseAddressSchema(),
    /** Keys of spaces; default: all that the account may read. */
    spaces: z
      .array(
        z
          .string()
          .trim()
          .regex(/^~?[\w.:-]{1,255}$/, 'must be the key of a space'),
      )
      .max(200)
      .default([]),
    /** False leaves out the files of pages. */
    attachments: z.boolean().default(true),
  }),
  /** The pages and databases that are shared with the integration. */
  notion: z.strictObject({}),
} as const satisfies Record<SourceKind, z.ZodObject>;
export type SourceSettings<Kind extends SourceKind = SourceKind> = z.output<
  (typeof sourceSettingsSchemas)[Kind]
>;

export const sourceScheduleSchema = z.strictObject({
  /** Five fields: minute, hour, day of the month, month, day of the week. */
  cron: z.string().trim().min(9).max(200),
  /** IANA name, for example `Europe/Paris`. */
  time_zone: z.string().min(1).max(100).default('UTC'),
});
export type SourceSchedule = z.output<typeof sourceScheduleSchema>;

/**
 * Secrets by the name of their field: `username`, `password` and `token` of `git`; `user` and
 * `password` or `access_token` of `mail`; secret options of `rclone`; `token` of `github` and
 * `notion`; `token`, or `user` and `token` of `confluence`; none of `folder` and `web`.
 */
const credentialsSchema = z
  .record(
    z.string().regex(/^[a-z][a-z0-9_]{0,60}$/),
    z.string().max(20_000).refine(hasNoNull, 'must not contain U+0000'),
  )
  .refine((credentials) => Object.keys(credentials).length <= 50, 'at most 50 fields');

const writable = {
  name: nameSchema(200),
  /** Never returned; null removes them. */
  credentials: credentialsSchema.nullable(),
  /** Null: synchronised on request only. */
  schedule: sourceScheduleSchema.nullable(),
  /** True suspends the schedule. */
  paused: z.boolean(),
  /** Share of the source's documents above which their removal waits for a person, 0 to 1. */
  max_removed_share: z.number().min(0).max(1),
};

const created = {
  name: writable.name,
  collection_id: idSchema,
  credentials: writable.credentials.default(null),
  schedule: writable.schedule.default(null),
  paused: writable.paused.default(false),
  max_removed_share: writable.max_removed_share.default(0.2),
};
const ofKind = <Kind extends SourceKind>(kind: Kind) =>
  z.strictObject({
    kind: z.literal(kind),
    ...created,
    settings: sourceSettingsSchemas[kind],
  });
export const createSourceSchema = z.discriminatedUnion('kind', [
  ofKind('folder'),
  ofKind('git'),
  ofKind('web'),
  ofKind('mail'),
  ofKind('rclone'),
  ofKind('github'),
  ofKind('confluence'),
  ofKind('notion'),
]);
export type CreateSource = z.output<typeof createSourceSchema>;

/** Settings with another address remove the stored credentials unless the request has new ones. */
export const updateSourceSchema = z
  .strictObject({ ...writable, settings: z.record(z.string(), z.unknown()) })
  .partial();
export type UpdateSource = z.output<typeof updateSourceSchema>;

/** Reason of a failed run, or of an entry that was not synchronised. */
export const sourceProblemSchema = z.enum([
  'address_refused',
  'access_denied',
  'source_not_found',
  'unreachable',
  'rate_limited',
  'invalid_answer',
  'time_limit',
  'too_large',
  'too_many_entries',
  'program_missing',
  'changed_by_person',
  'quota_exceeded',
  'storage_full',
  'internal',
]);
export type SourceProblem = z.infer<typeof sourceProblemSchema>;

export const sourceRunStatusSchema = z.enum([
  'queued',
  'running',
  /** Its removals wait for a person. */
  'waiting',
  'done',
  'failed',
  /** Replaced by a later run before its removals were confirmed. */
  'cancelled',
]);
export type SourceRunStatus = z.infer<typeof sourceRunStatusSchema>;

export const sourceRunSchema = z.object({
  id: idSchema,
  status: sourceRunStatusSchema,
  trigger: z.enum(['person', 'schedule']),
  /** True if the run changes nothing and counts the changes that a synchronisation would make. */
  preview: z.boolean(),
  /** Null while it is queued. */
  started_at: timestampSchema.nullable(),
  finished_at: timestampSchema.nullable(),
  /** Number of entries that the source listed. */
  listed: z.number().int(),
  added: z.number().int(),
  changed: z.number().int(),
  removed: z.number().int(),
  /** Number of unchanged entries and of entries that are no documents. */
  skipped: z.number().int(),
  failed: z.number().int(),
  /** Number of removals that wait for a person. */
  waiting_removals: z.number().int(),
  /** Entries that failed, and why; at most 100. */
  errors: z.array(z.object({ entry: z.string(), code: sourceProblemSchema, message: z.string() })),
  /** Reason of a failed run. */
  error: z.object({ code: sourceProblemSchema, message: z.string() }).nullable(),
});
export type SourceRun = z.infer<typeof sourceRunSchema>;

export const sourceSchema = z.object({
  id: idSchema,
  kind: sourceKindSchema,
  name: z.string(),
  collection_id: idSchema,
  settings: z.record(z.string(), z.unknown()),
  /** The credentials themselves are never returned. */
  has_credentials: z.boolean(),
  schedule: z.object({ cron: z.string(), time_zone: z.string() }).nullable(),
  /** Next synchronisation of the schedule. */
  next_run_at: timestampSchema.nullable(),
  paused: z.boolean(),
  max_removed_share: z.number(),
  state: z.enum(['idle', 'running', 'waiting', 'failing', 'paused']),
  /** Number of documents that the source brought. */
  document_count: z.number().int(),
  /** Null before the first synchronisation. */
  last_run: sourceRunSchema.nullable(),
  created_at: timestampSchema,
  updated_at: timestampSchema,
});
export type Source = z.infer<typeof sourceSchema>;

export const sourceListQuerySchema = pageQuerySchema.extend({
  collection_id: idSchema.optional(),
});
export type SourceListQuery = z.output<typeof sourceListQuerySchema>;
/** By name. */
export const sourceListSchema = z.object({
  sources: z.array(sourceSchema),
  next_cursor: z.string().nullable(),
});

export const deleteSourceQuerySchema = z.object({
  /** True moves the documents that the source brought to the bin. */
  delete_documents: queryBooleanSchema.default(false),
});

export const sourceRunListQuerySchema = pageQuerySchema.extend({
  /** True lists previews, too. */
  include_previews: queryBooleanSchema.default(false),
});
export type SourceRunListQuery = z.output<typeof sourceRunListQuerySchema>;
/** Newest first. */
export const sourceRunListSchema = z.object({
  runs: z.array(sourceRunSchema),
  next_cursor: z.string().nullable(),
});

function hasNoNull(text: string): boolean {
  return !text.includes('\0');
}
