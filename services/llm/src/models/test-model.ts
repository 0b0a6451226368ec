import type {
  ModelCapabilities,
  ModelCheck,
  ModelFailure,
  ModelTestResult,
  TestModel,
} from '@lectern/contracts';
import {
  type ConnectedModel,
  type LanguageModel,
  type ModelTrial,
  tryModel,
} from '@lectern/models';
import { AddressRefusedError } from '@lectern/service';
import type { Owner } from '../ports/owner.ts';
import { builtInModelId, environmentModelId } from './environment-models.ts';
import { type ModelConnections, noCapabilities } from './model-connections.ts';
import type { ModelNetwork } from './model-network.ts';

export interface TestDependencies {
  readonly connections: ModelConnections;
  readonly network: ModelNetwork;
  readonly environmentModel: LanguageModel;
  readonly openModel: (model: ConnectedModel) => LanguageModel;
}

/**
 * Tries a connection. The result of a stored one, tried as it is stored, is saved.
 * @throws AppError `model_not_found`, or the signal's reason.
 */
export async function testModel(
  dependencies: TestDependencies,
  { owner, asked }: { readonly owner: Owner; readonly asked: TestModel },
  signal: AbortSignal,
): Promise<ModelTestResult> {
  const { connections, environmentModel } = dependencies;
  const { id, ...changes } = asked;
  if (id === builtInModelId) {
    return { ok: true, capabilities: noCapabilities, latency_ms: 0, checks: [] };
  }
  if (id === environmentModelId) {
    await connections.get(owner, id);
    return toResult(await tryModel(environmentModel, signal));
  }
  if (id === undefined) return tryConnection(dependencies, toConnected(asked), signal);
  const stored = await connections.open(owner, id);
  const connected: ConnectedModel = {
    provider: changes.provider ?? stored.provider,
    baseUrl: changes.base_url === undefined ? stored.base_url : changes.base_url,
    model: changes.model ?? stored.model,
    apiKey: stored.apiKey,
  };
  const isMoved = connected.baseUrl !== stored.base_url || connected.provider !== stored.provider;
  const apiKey = changes.api_key === undefined ? (isMoved ? null : stored.apiKey) : changes.api_key;
  const result = await tryConnection(dependencies, { ...connected, apiKey }, signal);
  if (Object.keys(changes).length === 0) {
    await connections.saveOutcome(id, {
      message: result.error?.message ?? null,
      reason: result.error?.code ?? null,
      capabilities: result.ok ? result.capabilities : undefined,
    });
  }
  return result;
}

function toConnected({ provider, base_url, model, api_key }: TestModel): ConnectedModel {
  return {
    provider: provider ?? 'openai_compatible',
    baseUrl: base_url ?? null,
    model: model ?? '',
    apiKey: api_key ?? null,
  };
}

async function tryConnection(
  { network, openModel }: TestDependencies,
  connected: ConnectedModel,
  signal: AbortSignal,
): Promise<ModelTestResult> {
  try {
    if (connected.baseUrl !== null) await network.checkAddress(connected.baseUrl);
  } catch (error) {
    if (!(error instanceof AddressRefusedError)) throw error;
    return toFailure('address_refused', error.message, 0);
  }
  return toResult(await tryModel(openModel(connected), signal));
}

function toResult({ error, latencyMs, checks }: ModelTrial) {
  if (error) return toFailure(error.problem, error.message, latencyMs);
  return {
    ok: true,
    capabilities: toCapabilities(checks),
    latency_ms: latencyMs,
    checks: [...checks],
  };
}

function toFailure(code: ModelFailure, message: string, latency_ms: number): ModelTestResult {
  const error = { code, message };
  return { ok: false, capabilities: noCapabilities, latency_ms, error, checks: [] };
}

function toCapabilities(checks: readonly ModelCheck[]): ModelCapabilities {
  const can = (name: ModelCheck['check']) => checks.some(({ check, ok }) => check === name && ok);
  return {
    tools: can('tools'),
    forced_tool: can('forced_tool'),
    json_schema: can('json_schema'),
    vision: can('vision'),
  };
}
