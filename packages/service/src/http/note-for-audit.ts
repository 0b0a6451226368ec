import type { IncomingHttpHeaders } from 'node:http';
import { auditDetailsHeader } from '@lectern/contracts';
import type { Response } from 'express';
import { z } from 'zod';

/** Target and details of an action for the audit log. */
export interface AuditNote {
  /** Default: the path's `{id}`. */
  readonly target?: string;
  /** Ids, names, old and new values; never secrets, never document text. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** A longer note is replaced by a remark: headers are small. */
const maxLength = 6_000;
const noteSchema = z.object({
  target: z.string().optional(),
  details: z.record(z.string(), z.unknown()),
});

/** Sends the target and details of an audited action to the gateway, which adds the action. */
export function noteForAudit(response: Response, note: AuditNote): void {
  const written = write(note);
  response.setHeader(
    auditDetailsHeader,
    written.length <= maxLength ? written : write({ ...note, details: { left_out: 'too long' } }),
  );
}

/** Returns the note of a service; undefined without one. */
export function readAuditNote(headers: IncomingHttpHeaders): AuditNote | undefined {
  const written = headers[auditDetailsHeader];
  if (typeof written !== 'string') return undefined;
  const { target, details } = noteSchema.parse(
    JSON.parse(Buffer.from(written, 'base64url').toString('utf8')),
  );
  return { details, ...(target !== undefined && { target }) };
}

function write(note: AuditNote): string {
  return Buffer.from(JSON.stringify(note)).toString('base64url');
}
