import type { Request } from 'express';
import type { Reader } from '../clients/readable-documents.ts';

export function readerOf(request: Request): Reader {
  return { token: request.token ?? '', requestId: request.id };
}
