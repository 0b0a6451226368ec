import {
  endpoints,
  type OpenAiModelList,
  openAiEmbeddingModel,
  openAiModels,
} from '@lectern/contracts';
import type { EndpointRoutes } from '@lectern/service';
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
  routes.mount(endpoints.listModels, () => modelList);

  routes.mount(endpoints.getModel, ({ params }) => {
    const model = modelList.data.find(({ id }) => id === params.id);
    if (!model) throw modelNotFound();
    return model;
  });

  mountOpenAiChatRoutes(routes, dependencies);
  mountOpenAiResponseRoutes(routes, dependencies);
}

const modelList: OpenAiModelList = {
  object: 'list',
  data: [...Object.keys(openAiModels), openAiEmbeddingModel].map((id) => ({
    id,
    object: 'model',
    created: modelsCreated,
    owned_by: 'lectern',
  })),
};
