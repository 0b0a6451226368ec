import type { IncomingHttpHeaders } from 'node:http';
import { auditDetailsHeader } from '@lectern/contracts';
import type { Response } from 'express';
import { z } from 'zod';

/** Target and details of an action for the audit log. */
export interface AuditDetails {
  /** Default: the path's `{id}`. */
  readonly target?: string;
  /** Ids, names, old and new values; never secrets, never document text. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** Longer details are left out, since headers are small. */
const maxLength = 6_000;
const detailsSchema = z.object({
  target: z.string().optional(),
  details: z.record(z.string(), z.unknown()),
});

/** Sends the target and details of an audited action to the gateway, which adds the action. */
export function addAuditDetails(response: Response, given: AuditDetails): void {
  const written = write(given);
  response.setHeader(
    auditDetailsHeader,
    written.length <= maxLength ? written : write({ ...given, details: { left_out: 'too long' } }),
  );
}

/** Returns the details that a service sent; undefined without any. */
export function readAuditDetails(headers: IncomingHttpHeaders): AuditDetails | undefined {
  const written = headers[auditDetailsHeader];
  if (typeof written !== 'string') return undefined;
  const { target, details } = detailsSchema.parse(
    JSON.parse(Buffer.from(written, 'base64url').toString('utf8')),
  );
  return { details, ...(target !== undefined && { target }) };
}

function write(given: AuditDetails): string {
  return Buffer.from(JSON.stringify(given)).toString('base64url');
}
