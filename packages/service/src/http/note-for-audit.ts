import type { IncomingHttpHeaders } from 'node:http';
import { auditDetailsHeader } from '@lectern/contracts';
import type { Response } from 'express';
import { z } from 'zod';

/** What a request acted on and changed. */
export interface AuditNote {
  /** Default: the path's `{id}`. */
  readonly target?: string;
  /** Ids, names, old and new values; never secrets, never texts of documents. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** A longer note says only that it was left out: headers are small. */
const maxLength = 6_000;
const noteSchema = z.object({
  target: z.string().optional(),
  details: z.record(z.string(), z.unknown()),
});

/** Tells the gateway what is to stand in the audit log beside the action of the endpoint. */
export function noteForAudit(response: Response, note: AuditNote): void {
  const written = write(note);
  response.setHeader(
    auditDetailsHeader,
    written.length <= maxLength ? written : write({ ...note, details: { left_out: 'too long' } }),
  );
}

/** What a service noted; undefined where it noted nothing. */
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
