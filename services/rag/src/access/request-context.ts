import { AppError, type ErrorCode, idSchema } from '@lectern/contracts';
import { getPrincipal } from '@lectern/service';
import type { Request } from 'express';
import type { Database } from '../database/tables.ts';
import { type Access, loadAccess } from './load-access.ts';

/** What routes ask of a request. */
export interface RequestContext {
  /** The caller's rights, read now. */
  accessOf(request: Request): Promise<Access>;
  /** The path's id. What cannot be an id is answered like one that does not exist. */
  idOf(request: Request, notFound: ErrorCode): string;
}

export function createRequestContext(database: Database): RequestContext {
  return {
    accessOf: (request) => loadAccess(database, getPrincipal(request)),
    idOf(request, notFound) {
      const id = idSchema.safeParse(request.params.id);
      if (!id.success) throw new AppError(notFound);
      return id.data;
    },
  };
}
