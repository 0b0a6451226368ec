import { createTracedModel } from '@lectern/models';
import { openConnectedModel } from '@lectern/models/providers';
import {
  createSealer,
  type OrganisationQuota,
  type ProcessScope,
  type ResolveHost,
} from '@lectern/service';
import type { Config } from './config.ts';
import type { LlmDatabase } from './database/tables.ts';
import { type ModelPorts, usualModelPorts } from './models/discover-models.ts';
import { listEnvironmentModels } from './models/environment-models.ts';
import { ModelChooser, type ModelChooserOptions } from './models/model-chooser.ts';
import { ModelConnections } from './models/model-connections.ts';
import { openModelNetwork } from './models/model-network.ts';
import type { ModelRoutesDependencies } from './models/model-routes.ts';

export interface OpenModelsOptions {
  readonly config: Config;
  readonly database: LlmDatabase;
  readonly quota: OrganisationQuota;
  readonly budgets: ModelChooserOptions['budgets'];
  readonly countCall: ModelChooserOptions['countCall'];
  /** Models of the environment, one for each step. */
  readonly environment: ModelChooserOptions['environment'];
  readonly resolveHost: ResolveHost | undefined;
  readonly ports: ModelPorts | undefined;
}

/** Opens the connected models. */
export async function openModels(
  {
    config,
    database,
    quota,
    budgets,
    countCall,
    environment,
    resolveHost,
    ports,
  }: OpenModelsOptions,
  { logger, onClose }: ProcessScope,
): Promise<ModelRoutesDependencies & { readonly chooser: ModelChooser }> {
  const connections = new ModelConnections({
    database,
    sealer: createSealer(config.CREDENTIAL_KEYS),
    quota,
    environment: listEnvironmentModels(config),
  });
  const sealed = await connections.reseal();
  if (sealed > 0) logger.info({ sealed }, 'keys of model connections have the newest key');
  const network = openModelNetwork(
    {
      privateHosts: config.MODEL_ALLOW_PRIVATE_HOSTS,
      ...(resolveHost && { resolveHost }),
    },
    onClose,
  );
  const openModel: ModelRoutesDependencies['openModel'] = (model) =>
    createTracedModel(
      openConnectedModel(model, { timeoutMs: config.MODEL_TIMEOUT_MS, fetch: network.fetch }),
    );
  return {
    chooser: new ModelChooser({ connections, openModel, environment, budgets, countCall, logger }),
    connections,
    network,
    openModel,
    environmentModel: environment.model,
    ports: ports ?? usualModelPorts,
  };
}
