import { setTimeout as delay } from 'node:timers/promises';
import type { AcceptedDocument, TextDocument } from '@lectern/contracts';
import type { Answer, Api, NamedFile } from '../suite/api.ts';

/** Documents that are sent together: files in one request, JSON texts in another. */
export interface Batch {
  readonly files?: readonly NamedFile[];
  readonly jsonTexts?: readonly TextDocument[];
}

/** A document that was sent, with its id. */
export interface SentDocument {
  /** File name or external id. */
  readonly name: string;
  readonly id: string;
  /** Plain text, which must become ready. */
  readonly isText: boolean;
}

const patienceMs = 90_000;
const retryMs = 300;

/** Sends a batch, and retries until it is accepted. */
export async function sendBatch(
  api: Api,
  collectionId: string,
  { files = [], jsonTexts = [] }: Batch,
): Promise<SentDocument[]> {
  const accepted = [
    ...(files.length > 0 ? await insist(() => api.upload(collectionId, files)) : []),
    ...(jsonTexts.length > 0
      ? await insist(() =>
          api.request('POST', `/api/collections/${collectionId}/documents`, {
            json: { documents: jsonTexts },
          }),
        )
      : []),
  ];
  const names = [...files.map(({ name }) => name), ...jsonTexts.map((text) => text.external_id)];
  return names.map((name, index) => {
    const { id, error } = accepted[index] ?? {};
    if (id === undefined) throw new Error(`${name} was refused: ${error?.message}`);
    return { name, id, isText: name.startsWith('sample-') };
  });
}

async function insist(send: () => Promise<Answer>): Promise<readonly AcceptedDocument[]> {
  const deadline = Date.now() + patienceMs;
  let last = '';
  while (Date.now() < deadline) {
    try {
      const { status, body } = await send();
      if (status === 202) return body.documents;
      if (status < 500) throw new RangeError(`answered ${status} ${JSON.stringify(body)}`);
      last = `answered ${status}`;
    } catch (error) {
      if (error instanceof RangeError) throw error;
      last = (error as Error).message;
    }
    await delay(retryMs);
  }
  throw new Error(`documents were not accepted within ${patienceMs} ms: ${last}`);
}
