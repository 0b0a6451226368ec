import {
  endpoints,
  type ModelConnection,
  type OpenAiModelList,
  openAiEmbeddingModel,
  openAiModels,
  type Principal,
} from '@lectern/contracts';
import type { EndpointRoutes } from '@lectern/service';
import { ownerOf } from '../conversations/owner.ts';
import { modelNotFound, type OpenAiDependencies } from './answer-openai.ts';
import { mountOpenAiChatRoutes } from './chat-routes.ts';
import { mountOpenAiResponseRoutes } from './response-routes.ts';

/** Creation time of these models in seconds since 1970, which OpenAI's clients require. */
const modelsCreated = 1_780_000_000;

/**
 * Mounts OpenAI's API over the documents. Its clients send the whole conversation each time, so
 * nothing is stored. The answer stops when the caller hangs up.
 */
export function mountOpenAiRoutes(routes: EndpointRoutes, dependencies: OpenAiDependencies): void {
  const list = async (principal: Principal): Promise<OpenAiModelList> =>
    toModelList(await dependencies.listModels(ownerOf(principal)));

  routes.mount(endpoints.listModels, ({ principal }) => list(principal));

  routes.mount(endpoints.getModel, async ({ principal, params }) => {
    const model = (await list(principal)).data.find(({ id }) => id === params.id);
    if (!model) throw modelNotFound();
    return model;
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
    data: [...modes, ...chosen, openAiEmbeddingModel].map((id) => ({
      id,
      object: 'model',
      created: modelsCreated,
      owned_by: 'lectern',
    })),
  };
}
