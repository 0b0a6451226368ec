import { z } from 'zod';

/**
 * Quotas of an organisation. `documents`, `bytes` (of originals), `collections`, `evaluation_sets`,
 * `conversations`, `research_runs`, `mcp_servers`, `model_connections`, `feedback` (ratings of answers), `members` (with
 * open invitations), `teams` and `api_keys` are stored objects; above them 409 `quota_exceeded`.
 * `tokens_per_day` and `tokens_per_month` are budgets of model tokens in UTC; once they are used up,
 * models are refused with 409 `quota_exceeded`.
 * `parse_seconds` counts the current day in UTC; above it slow files fail. `streams` and
 * `open_requests` are open at all gateways, `requests` came in the last minute; above them 429
 * `rate_limited`. The details of an error contain `quota`, `used` and `limit`.
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
  'model_connections',
  'feedback',
  'tokens_per_day',
  'tokens_per_month',
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
