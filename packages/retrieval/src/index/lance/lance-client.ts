import './quiet-lance-log.ts';

export {
  BooleanQuery,
  type Connection,
  connect,
  type FullTextQuery,
  Index,
  MatchQuery,
  Occur,
  type Query,
  Session,
  type Table,
  type VectorQuery,
} from '@lancedb/lancedb';
