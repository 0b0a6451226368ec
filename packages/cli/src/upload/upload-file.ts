import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type AcceptedDocument, AppError, acceptedDocumentsSchema } from '@lectern/contracts';
import type { Connection } from '../connection/connection.ts';
import { readFailure } from '../connection/read-failure.ts';

const uploadTimeoutMs = 600_000;
const maxTries = 8;
const firstWaitMs = 500;
const longestWaitMs = 30_000;

/**
 * Sends one file, streamed from disk. An upload is idempotent, so it is tried again while the
 * suite is busy or away. Throws `AppError` when it stays refused.
 */
export async function uploadFile(
  connection: Connection,
  collectionId: string,
  path: string,
): Promise<AcceptedDocument> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await sendFile(connection, collectionId, path);
    } catch (error) {
      if (!(error instanceof AppError) || !error.retryable || tries === maxTries) throw error;
      await delay(waitMs(error, tries));
    }
  }
}

async function sendFile(
  connection: Connection,
  collectionId: string,
  path: string,
): Promise<AcceptedDocument> {
  const form = new FormData();
  form.append('files', await openAsBlob(path), basename(path));
  const response = await connection
    .request(`/api/collections/${collectionId}/documents`, {
      method: 'POST',
      body: form,
      signal: AbortSignal.timeout(uploadTimeoutMs),
    })
    .catch((error: unknown) => {
      throw new AppError('service_unavailable', undefined, { cause: error });
    });
  if (!response.ok) throw await readFailure(response);
  const [document] = acceptedDocumentsSchema.parse(await response.json()).documents;
  if (!document)
    throw new AppError('upstream_failed', 'The upload was answered without a document.');
  return document;
}

function waitMs(error: AppError, tries: number): number {
  const wantedMs = (error.details?.retry_after ?? 0) * 1000;
  return Math.min(longestWaitMs, Math.max(wantedMs, firstWaitMs * 2 ** (tries - 1)));
}
