import './quiet-weaviate-log.ts';

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
