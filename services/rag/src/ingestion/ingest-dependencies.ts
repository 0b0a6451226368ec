import type { Analyzer, Embedder, HybridIndex } from '@lectern/retrieval';
import type { Logger } from '@lectern/service';
import type { Database } from '../database/tables.ts';
import type { PasswordBox } from '../queue/passwords.ts';
import type { IngestMetrics } from './ingest-metrics.ts';
import type { ReadDependencies } from './read-document.ts';

export interface IngestDependencies extends ReadDependencies {
  readonly database: Database;
  readonly analyzer: Analyzer;
  readonly embedder: Embedder;
  readonly index: HybridIndex;
  readonly passwords: PasswordBox;
  readonly metrics: IngestMetrics;
  readonly logger: Logger;
}
