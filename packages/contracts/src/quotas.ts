import { z } from 'zod';

/**
 * What an organisation may have. `documents`, `bytes` (of originals), `collections`,
 * `evaluation_sets`, `conversations`, `research_runs`, `mcp_servers`, `feedback` (ratings of answers),
 * `members` (with open invitations), `teams` and `api_keys` are kept; past them 409
 * `quota_exceeded`. `parse_seconds` are of today in UTC; past them slow files fail.
 * `streams` and `open_requests` are open right now at all gateways, `requests` came in the last
 * minute; past them 429 `rate_limited`. The details of a refusal hold `quota`, `used` and `limit`.
 */
export const quotaNameSchema = z.enum([
  'documents',
  'bytes',
  'parse_seconds',
  'collections',
  'evaluation_sets',
  'conversations',
  'research_runs',
  'mcp_servers',
  'feedback',
  'members',
  'teams',
  'api_keys',
  'streams',
  'open_requests',
  'requests',
]);
export type QuotaName = z.infer<typeof quotaNameSchema>;

export const quotaUseSchema = z.object({
  quota: quotaNameSchema,
  used: z.number().int(),
  limit: z.number().int(),
});
export type QuotaUse = z.infer<typeof quotaUseSchema>;

export const quotaListSchema = z.object({ quotas: z.array(quotaUseSchema) });
