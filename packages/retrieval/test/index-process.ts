import type { HybridIndex } from '../src/index/hybrid-index.ts';
import { openLanceIndex } from '../src/index/lance/open-lance-index.ts';
import { openWeaviateIndex } from '../src/index/weaviate/open-weaviate-index.ts';
import type { AnyIndexOptions } from './start-index-process.ts';

/**
 * A process that opens an index and runs the calls that it receives. See {@link startIndexProcess}.
 */
const options: AnyIndexOptions = JSON.parse(process.argv[2] ?? '{}');
const opening = 'server' in options ? openWeaviateIndex(options) : openLanceIndex(options);
const index = await opening.catch((error: Error) => {
  process.send?.({ openError: error.message });
  process.exit(1);
});

process.on('message', async ({ id, method, args }: Call) => {
  try {
    const result = await (index[method] as (...all: unknown[]) => Promise<unknown>)(...args);
    process.send?.({ id, result });
  } catch (error) {
    process.send?.({ id, error: String(error) });
  }
});
process.send?.({ opened: true });

interface Call {
  readonly id: number;
  readonly method: Exclude<keyof HybridIndex, 'listChunks'>;
  readonly args: readonly unknown[];
}
