import {
  endpoints,
  type ModelConnection,
  type OpenAiModelList,
  openAiEmbeddingModel,
  openAiModels,
} from '@lectern/contracts';
import type { EndpointRoutes } from '@lectern/service';
import { ownerOf } from '../conversations/owner.ts';
import { type OpenAiDependencies, readModelName } from './answer-openai.ts';
import { mountOpenAiChatRoutes } from './chat-routes.ts';
import { mountOpenAiResponseRoutes } from './response-routes.ts';

/** Creation time of these models in seconds since 1970, which OpenAI's clients require. */
const modelsCreated = 1_780_000_000;

/**
 * Mounts OpenAI's API over the documents. Its clients send the whole conversation each time, so
 * nothing is stored. The answer stops when the caller hangs up.
 */
export function mountOpenAiRoutes(routes: EndpointRoutes, dependencies: OpenAiDependencies): void {
  const { chooser, listModels } = dependencies;

  routes.mount(endpoints.listModels, async ({ principal }) =>
    toModelList(await listModels(ownerOf(principal))),
  );

  routes.mount(endpoints.getModel, async ({ principal, params }) => {
    if (params.id !== openAiEmbeddingModel) {
      await chooser.resolve(ownerOf(principal), readModelName(params.id).connection);
    }
    return toModel(params.id);
  });

  mountOpenAiChatRoutes(routes, dependencies);
  mountOpenAiResponseRoutes(routes, dependencies);
}

/** With several connections, each is a model of its own beside the default. */
function toModelList(connections: readonly ModelConnection[]): OpenAiModelList {
  const modes = Object.keys(openAiModels);
  const named = connections.length > 1 ? connections : [];
  const chosen = named.flatMap(({ name }) => modes.map((mode) => `${mode}@${name}`));
  return {
    object: 'list',
    data: [...modes, ...chosen, openAiEmbeddingModel].map(toModel),
  };
}

function toModel(id: string): OpenAiModelList['data'][number] {
  return { id, object: 'model', created: modelsCreated, owned_by: 'lectern' };
}
