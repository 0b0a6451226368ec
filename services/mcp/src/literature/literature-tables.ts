import { type ColumnType, type Generated, Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';

/** Written as JSON, read as a value. */
type Json = ColumnType<unknown, string | null, string | null>;

interface AnswerRow {
  organisation_id: string;
  request_key: string;
  service: string;
  result: Json;
  raw_sha256: string;
  fetched_at: Date;
  used_at: ColumnType<Date, undefined, unknown>;
}

interface RecordRow {
  organisation_id: string;
  source: string;
  record_id: string;
  record: Json;
  raw_sha256: string;
  fetched_at: Date;
  changed_at: Date;
  used_at: ColumnType<Date, undefined, unknown>;
}

interface RateTokenRow {
  bucket: string;
  slot: number;
  lease_id: string | null;
  paused_until: Generated<Date>;
  free_at: ColumnType<Date, unknown, unknown>;
}

export interface LiteratureTables {
  literature_answers: AnswerRow;
  literature_records: RecordRow;
  rate_tokens: RateTokenRow;
}

export type LiteratureDatabase = Kysely<LiteratureTables>;

/** Creates the query builder over a pool that its opener closes. */
export function createLiteratureDatabase(pool: Pool): LiteratureDatabase {
  return new Kysely<LiteratureTables>({ dialect: new PostgresDialect({ pool }) }).withSchema('mcp');
}
