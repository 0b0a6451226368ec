import { AppError } from '@lectern/contracts';
import type { Logger } from '@lectern/service';
import type { ToolCall } from '../../calls/tool-call.ts';
import type { Files } from '../../files/files.ts';

export interface FilesToolOptions {
  readonly files: Files;
  readonly logger: Logger;
}

/**
 * Returns the caller's organisation.
 * @throws AppError without the scope `files`.
 */
export function requireFiles({ principal }: ToolCall): string {
  if (!principal.scopes.includes('files')) {
    throw new AppError('forbidden', 'This requires the scope files.', {
      details: { scope: 'files' },
    });
  }
  return principal.organisationId;
}
