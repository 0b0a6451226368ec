import { AppError, insideEndpoints, requestIdHeader } from '@lectern/contracts';
import { traceHeaders } from '@lectern/service';
import type { ReadableDocuments, Reader } from '../ports/readable-documents.ts';

const timeoutMs = 3_000;
/** As many as one question takes. */
const batchSize = 10_000;

/** Asks the knowledge service in the reader's own name. */
export function createHttpReadableDocuments(url: string): ReadableDocuments {
  return {
    async find(documentIds, reader) {
      const readable: string[] = [];
      for (let at = 0; at < documentIds.length; at += batchSize) {
        readable.push(...(await ask(url, documentIds.slice(at, at + batchSize), reader)));
      }
      return readable;
    },
  };
}

async function ask(
  url: string,
  documentIds: readonly string[],
  { token, requestId }: Reader,
): Promise<readonly string[]> {
  const { method, path, response: schema } = insideEndpoints.findReadable;
  try {
    const response = await fetch(url + path, {
      method,
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        ...traceHeaders(),
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        [requestIdHeader]: requestId,
      },
      body: JSON.stringify({ document_ids: documentIds }),
    });
    if (!response.ok) throw new Error(`the knowledge service answered ${response.status}`);
    return schema.parse(await response.json()).document_ids;
  } catch (error) {
    throw new AppError('service_unavailable', undefined, { cause: error });
  }
}
