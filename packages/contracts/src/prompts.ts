import { z } from 'zod';
import { idSchema, timestampSchema } from './ids-and-times.ts';
import { nameSchema } from './names.ts';
import { itemVisibilitySchema } from './visibility.ts';

const writable = {
  name: nameSchema(100),
  text: z.string().trim().min(1).max(20_000),
  /** Its author, owners and admins see it in any case. */
  visibility: itemVisibilitySchema,
};

/** A prompt is private unless `visibility` says otherwise. */
export const createPromptSchema = z.strictObject({
  ...writable,
  visibility: writable.visibility.default({
    everyone: false,
    roles: [],
    team_ids: [],
    user_ids: [],
  }),
});

export const updatePromptSchema = z.strictObject(writable).partial();

/** A saved prompt, which a person inserts into a message. */
export const promptSchema = z.object({
  id: idSchema,
  name: z.string(),
  text: z.string(),
  visibility: itemVisibilitySchema,
  /** Id of its author. */
  owner_id: z.string(),
  /** True for its author, and for owners and admins of the organisation. */
  may_change: z.boolean(),
  created_at: timestampSchema,
  updated_at: timestampSchema,
});
export type Prompt = z.infer<typeof promptSchema>;

/** By name. */
export const promptListSchema = z.object({
  prompts: z.array(promptSchema),
  next_cursor: z.string().nullable(),
});
