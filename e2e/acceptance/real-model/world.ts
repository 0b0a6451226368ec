import { openRecordingWire, type RecordingWire } from '../agent/recording-wire.ts';
import { type AgentWorld, createWorld } from '../agent/world.ts';

/** The agent's world with a language model, and what the model is sent. */
export interface ModelWorld extends AgentWorld {
  readonly model: RecordingWire;
}

export interface GivenModel {
  /** Address of an OpenAI-compatible API over plain http, `/v1` included. */
  readonly url: string;
  readonly name: string;
}

/** Small models on a processor need long for the first token of a long prompt. */
const timeoutMs = '180000';

export async function createModelWorld({ url, name }: GivenModel): Promise<ModelWorld> {
  await using stack = new AsyncDisposableStack();
  const { hostname, port, pathname } = new URL(url);
  const model = stack.use(await openRecordingWire(Number(port || 80), hostname));
  const world = stack.use(
    await createWorld({
      MODEL_PROVIDER: 'openai',
      MODEL_BASE_URL: `http://127.0.0.1:${model.port}${pathname}`,
      MODEL_NAME: name,
      MODEL_API_KEY: process.env.ACCEPTANCE_MODEL_KEY ?? 'none',
      MODEL_TIMEOUT_MS: timeoutMs,
    }),
  );
  const kept = stack.move();
  return { ...world, model, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}
