import { AppError, type FindReadable, insideEndpoints, requestIdHeader } from '@lectern/contracts';
import { callService } from '@lectern/service';

/** The reader of stored quotes. */
export interface Reader {
  readonly token: string;
  readonly requestId: string;
}

/** Checks current rights at the knowledge service. */
export interface ReadableDocuments {
  /**
   * Returns the documents that exist and that the reader may read.
   *
   * @throws AppError when the rights cannot be determined.
   */
  find(documentIds: readonly string[], reader: Reader): Promise<readonly string[]>;
}

const timeoutMs = 3_000;
/** As many as one question takes. */
const batchSize = 10_000;

/** Asks the knowledge service in the reader's own name. */
export function createReadableDocuments(url: string): ReadableDocuments {
  return {
    async find(documentIds, reader) {
      const readable: string[] = [];
      for (let at = 0; at < documentIds.length; at += batchSize) {
        const batch = documentIds.slice(at, at + batchSize);
        readable.push(...(await ask(url, { document_ids: batch }, reader)).document_ids);
      }
      return readable;
    },
  };
}

/** Returns the collections that exist and that the reader may read, at most 1,000. */
export type FindReadableCollections = (
  collectionIds: readonly string[],
  reader: Reader,
) => Promise<readonly string[]>;

export function createFindReadableCollections(url: string): FindReadableCollections {
  return async (ids, reader) =>
    (await ask(url, { collection_ids: [...ids] }, reader)).collection_ids;
}

async function ask(
  url: string,
  body: Partial<FindReadable>,
  { token, requestId }: Reader,
): Promise<FindReadable> {
  try {
    const response = await callService(insideEndpoints.findReadable, {
      url,
      token,
      headers: { [requestIdHeader]: requestId },
      body,
      timeoutMs,
    });
    if (!response.ok) throw new Error(`the knowledge service answered ${response.status}`);
    return insideEndpoints.findReadable.response.parse(await response.json());
  } catch (error) {
    throw new AppError('service_unavailable', undefined, { cause: error });
  }
}
