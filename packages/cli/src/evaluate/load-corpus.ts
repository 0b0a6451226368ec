import type { TextDocument } from '@lectern/contracts';
import { waitUntilFinal } from '../collections/wait-until-final.ts';
import { CommandError } from '../command-error.ts';
import type { Connection } from '../connection/connection.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { BeirDocument } from './beir.ts';

const documentsPerRequest = 500;
const charactersPerRequest = 2_000_000;
const patienceMs = 600_000;

export interface LoadedCorpus {
  readonly ready: number;
  /** Documents that could not be made searchable, such as blank ones. */
  readonly failed: number;
}

/** Puts the corpus into a collection and waits until it is searchable. */
export async function loadCorpus(
  connection: Connection,
  terminal: Terminal,
  {
    collectionId,
    corpus,
  }: { readonly collectionId: string; readonly corpus: readonly BeirDocument[] },
): Promise<LoadedCorpus> {
  const progress = terminal.openProgress();
  try {
    const uploads = progress.addStep('Upload', corpus.length);
    const ids: string[] = [];
    let sent = 0;
    let refused = 0;
    for (const documents of batchDocuments(corpus)) {
      const answer = await connection.call('addDocuments', {
        params: { id: collectionId },
        body: { documents },
      });
      sent += documents.length;
      uploads.update(sent);
      for (const { id } of answer.documents) {
        if (id) ids.push(id);
        else refused += 1;
      }
    }
    const ingestion = progress.addStep('Ingestion', ids.length);
    const documents = await waitUntilFinal(connection, {
      collectionId,
      documentIds: ids,
      onProgress: (done) => ingestion.update(done),
      patienceMs,
    });
    const ready = documents.filter(({ status }) => status === 'ready').length;
    if (ready === 0) throw new CommandError('Not one document of the corpus became searchable.');
    return { ready, failed: refused + documents.length - ready };
  } finally {
    progress.close();
  }
}

/** Requests that stay below both limits; a document too long for any is sent alone. */
export function* batchDocuments(corpus: readonly BeirDocument[]): Generator<TextDocument[]> {
  let batch: TextDocument[] = [];
  let characters = 0;
  for (const { id, title, text } of corpus) {
    const size = title.length + text.length;
    const isFull = batch.length === documentsPerRequest || characters + size > charactersPerRequest;
    if (batch.length > 0 && isFull) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push({ external_id: id, title, text });
    characters += size;
  }
  if (batch.length > 0) yield batch;
}
