import { z } from 'zod';
import { idSchema, timestampSchema } from './ids-and-times.ts';
import { nameSchema } from './names.ts';
import { pageQuerySchema } from './query-values.ts';

export const permissionSchema = z.enum(['read', 'write', 'manage']);
export type Permission = z.infer<typeof permissionSchema>;

/** Settings of a collection and all below it; a missing value is inherited from the parent. */
export const collectionSettingsSchema = z.strictObject({
  chunking: z
    .strictObject({
      /** Maximum chunk size in tokens. */
      max_tokens: z.number().int().min(64).max(2048).optional(),
      /** Tokens of the previous chunk that are repeated when a long block is split. */
      overlap_tokens: z.number().int().min(0).max(512).optional(),
    })
    .optional(),
  parsing: z
    .strictObject({
      /** True reads the comments of Word and OpenDocument texts. Default: false. */
      comments: z.boolean().optional(),
      /** True reads their page headers and footers. Default: false. */
      headers: z.boolean().optional(),
    })
    .optional(),
  retrieval: z
    .strictObject({
      /** Weight of the dense ranking in the fusion, 0 to 1. */
      dense_weight: z.number().min(0).max(1).optional(),
      /** False answers from all versions of a document alike. Default: true. */
      prefer_newest_version: z.boolean().optional(),
    })
    .optional(),
});
export type CollectionSettings = z.infer<typeof collectionSettingsSchema>;

const collectionNameSchema = nameSchema(200);
const descriptionSchema = z.string().trim().max(2000);

const granteeSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('user'), id: z.string().min(1).max(200) }),
  z.strictObject({ type: z.literal('team'), id: z.string().min(1).max(200) }),
  z.strictObject({ type: z.literal('role'), id: z.enum(['admin', 'member', 'viewer']) }),
]);
export type Grantee = z.infer<typeof granteeSchema>;

export const collectionSchema = z.object({
  id: idSchema,
  parent_id: idSchema.nullable(),
  name: z.string(),
  description: z.string(),
  settings: collectionSettingsSchema,
  document_count: z.number().int(),
  created_at: timestampSchema,
  updated_at: timestampSchema,
  /** The caller's highest permission. */
  permission: permissionSchema,
  /** False for a private subtree: grants from above do not apply. Earlier releases omit it. */
  inherit: z.boolean().optional(),
  /** First grantees of the collection itself besides the caller; empty without `manage`. */
  shared_with: z.array(granteeSchema).max(4).optional(),
});
export type Collection = z.infer<typeof collectionSchema>;

export const collectionListQuerySchema = pageQuerySchema.extend({
  /** Filter by parent: direct children only. */
  parent_id: idSchema.optional(),
});
export type CollectionListQuery = z.infer<typeof collectionListQuerySchema>;

export const collectionListSchema = z.object({
  collections: z.array(collectionSchema),
  next_cursor: z.string().nullable(),
});
export type CollectionList = z.infer<typeof collectionListSchema>;

export const createCollectionSchema = z.strictObject({
  name: collectionNameSchema,
  parent_id: idSchema.nullish(),
  description: descriptionSchema.optional(),
  settings: collectionSettingsSchema.optional(),
});
export type CreateCollection = z.infer<typeof createCollectionSchema>;

export const updateCollectionSchema = z.strictObject({
  name: collectionNameSchema.optional(),
  parent_id: idSchema.nullable().optional(),
  description: descriptionSchema.optional(),
  settings: collectionSettingsSchema.optional(),
});
export type UpdateCollection = z.infer<typeof updateCollectionSchema>;

/**
 * Documents are chunked anew if the settings of their collection changed, with or without `all`.
 */
export const rechunkSchema = z.strictObject({
  /** True to include collections below it. */
  include_children: z.boolean().default(true),
  /** True to include documents for which nothing changed. */
  all: z.boolean().default(false),
});
export type RechunkRequest = z.output<typeof rechunkSchema>;

export const rechunkedSchema = z.object({
  /** Number of documents that are processed again; they stay searchable until then. */
  queued: z.number().int(),
  /** Number of documents without changes. */
  unchanged: z.number().int(),
});
export type Rechunked = z.infer<typeof rechunkedSchema>;

export const grantSchema = z.strictObject({
  /** `role` grants apply to everybody of the organisation with at least this role. */
  grantee: granteeSchema,
  permission: permissionSchema,
});
export type Grant = z.infer<typeof grantSchema>;

/** `inherit: false` makes the collection a private subtree: grants from above do not apply. */
export const grantListSchema = z.strictObject({
  inherit: z.boolean(),
  grants: z.array(grantSchema).max(500),
});
export type GrantList = z.infer<typeof grantListSchema>;

/** Without `inherit` the collection keeps its setting. */
export const putGrantsSchema = grantListSchema.partial({ inherit: true });
export type PutGrants = z.infer<typeof putGrantsSchema>;
