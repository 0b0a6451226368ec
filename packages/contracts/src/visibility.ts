import { z } from 'zod';
import { roleSchema } from './identity.ts';

/**
 * The people who may use something besides owners and admins: everybody of the organisation, or the
 * named roles and teams.
 */
export const visibilitySchema = z.strictObject({
  everyone: z.boolean(),
  roles: z.array(roleSchema).max(4).default([]),
  team_ids: z.array(z.string().min(1).max(100)).max(100).default([]),
});

/** The people who may use what a person shares; teams, roles and single people add up. */
export const itemVisibilitySchema = visibilitySchema.extend({
  user_ids: z.array(z.string().min(1).max(100)).max(200).default([]),
});
