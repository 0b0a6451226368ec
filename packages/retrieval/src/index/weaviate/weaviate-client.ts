import { quietWeaviateLog } from './quiet-weaviate-log.ts';

quietWeaviateLog(console);

export {
  ApiKey,
  type Collection,
  configure,
  connectToCustom,
  dataType,
  Filters,
  type FilterValue,
  tokenization,
  type WeaviateClient,
} from 'weaviate-client';
