import { z } from 'zod';
import { conversationModeSchema } from './chat.ts';
import { idSchema, timestampSchema } from './ids-and-times.ts';
import { modelReferenceSchema } from './models.ts';
import { nameSchema } from './names.ts';
import { itemVisibilitySchema } from './visibility.ts';

const toolSchema = z.strictObject({
  server: z.string().trim().min(1).max(100),
  /** Default: all tools of the server. */
  tool: z.string().trim().min(1).max(200).optional(),
});
export type AssistantTool = z.infer<typeof toolSchema>;

/** Tools to which a call is limited; default: all that the person may use. */
export const allowedToolsSchema = z.array(toolSchema).max(200).optional();

/** Returns whether a list has the tool, or a tool of the server where no tool is named. */
export function isAllowedTool(
  allowed: readonly AssistantTool[] | null | undefined,
  server: string,
  tool?: string,
): boolean {
  return (
    allowed?.some(
      (one) =>
        one.server.toLowerCase() === server.toLowerCase() &&
        (tool === undefined || one.tool === undefined || one.tool === tool),
    ) ?? true
  );
}

const writable = {
  name: nameSchema(100),
  description: z.string().trim().max(1_000),
  /** Given to the model below the rules of the suite. The built-in model ignores them. */
  instructions: z.string().trim().max(8_000),
  /** Id or name of a model connection; null for the default. */
  model: modelReferenceSchema.nullable(),
  /** Null: the mode of the message before. */
  mode: conversationModeSchema.nullable(),
  /** Ids of the searched collections, with those below them; null for all that the person may read. */
  collections: z.array(idSchema).min(1).max(100).nullable(),
  /** Tools of outside servers that the agent may use; null for all, an empty list for none. */
  tools: z.array(toolSchema).max(200).nullable(),
  /** Its author, owners and admins see it in any case. */
  visibility: itemVisibilitySchema,
};

/** An assistant is private unless `visibility` says otherwise. */
export const createAssistantSchema = z.strictObject({
  name: writable.name,
  description: writable.description.default(''),
  instructions: writable.instructions.default(''),
  model: writable.model.default(null),
  mode: writable.mode.default(null),
  collections: writable.collections.default(null),
  tools: writable.tools.default(null),
  visibility: writable.visibility.default({
    everyone: false,
    roles: [],
    team_ids: [],
    user_ids: [],
  }),
});

export const updateAssistantSchema = z.strictObject(writable).partial();

/**
 * Instructions and defaults for messages. It gives nobody a right: each message uses the models,
 * collections and tools that its own person may use.
 */
export const assistantSchema = z.object({
  id: idSchema,
  ...writable,
  name: z.string(),
  /** Id of a model connection; null for the default. */
  model: z.string().nullable(),
  /** Id of its author. */
  owner_id: z.string(),
  /** True for its author, and for owners and admins of the organisation. */
  may_change: z.boolean(),
  created_at: timestampSchema,
  updated_at: timestampSchema,
});
export type Assistant = z.infer<typeof assistantSchema>;

/** By name. */
export const assistantListSchema = z.object({
  assistants: z.array(assistantSchema),
  next_cursor: z.string().nullable(),
});
