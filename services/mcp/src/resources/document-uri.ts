import { idSchema } from '@lectern/contracts';

/** The target of a resource address: a document from a position on, or one page of it. */
export interface DocumentAddress {
  readonly id: string;
  /** Page number, from 1. */
  readonly page?: number;
  /** Offset of the first code point. */
  readonly start?: number;
}

export const documentUriTemplate = 'lectern://documents/{id}{?start}';
export const documentPageUriTemplate = 'lectern://documents/{id}/pages/{page}';

const pattern = /^lectern:\/\/documents\/([^/?#]+)(?:\/pages\/(\d{1,7})|\?start=(\d{1,9}))?$/;

export function toDocumentUri({ id, page, start }: DocumentAddress): string {
  const uri = `lectern://documents/${id}`;
  if (page !== undefined) return `${uri}/pages/${page}`;
  return start ? `${uri}?start=${start}` : uri;
}

/** Returns undefined for any other address. */
export function parseDocumentUri(uri: string): DocumentAddress | undefined {
  const [, id, page, start] = pattern.exec(uri) ?? [];
  if (!idSchema.safeParse(id).success) return undefined;
  return {
    id: id as string,
    ...(page !== undefined && { page: Number(page) }),
    ...(start !== undefined && { start: Number(start) }),
  };
}
