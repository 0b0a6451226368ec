import type { FindDiskRoom } from '@lectern/blobs';
import type { Analyzer, Embedder } from '@lectern/retrieval';
import type { Logger } from '@lectern/service';
import type { Database, Lane } from '../database/tables.ts';
import type { WriterIndex } from '../index-versions/writer-index.ts';
import type { PasswordBox } from '../outbox/passwords.ts';
import type { RecordWork } from '../quotas/slow-work.ts';
import type { IngestMetrics } from './ingest-metrics.ts';
import type { ReadDependencies } from './read-document.ts';

export interface IngestDependencies extends ReadDependencies {
  readonly database: Database;
  readonly analyzer: Analyzer;
  readonly embedder: Embedder;
  readonly index: WriterIndex;
  readonly passwords: PasswordBox;
  readonly metrics: IngestMetrics;
  readonly recordWork: RecordWork;
  /** Documents that exceed the light lane's limits are sent to the heavy one. */
  readonly lane: Lane;
  /** Nothing is written while the disk is full. */
  readonly findDiskRoom: FindDiskRoom;
  readonly logger: Logger;
}
