import { afterEach, beforeEach } from '@jest/globals';
import { type ModelConnection, modelConnectionSchema } from '@lectern/contracts';
import { addPrincipal } from '@lectern/testing';
import { type LlmOptions, startLlm } from './start-llm.ts';

const organisationId = 'organisation-1';

/** The service with an owner, an admin and a member of one organisation, and a foreign owner. */
export async function startModels(
  settings: Readonly<Record<string, string>> = {},
  replacements: Partial<LlmOptions> = {},
) {
  const llm = await startLlm({
    mcpUrl: 'http://127.0.0.1:9',
    settings: { MODEL_ALLOW_PRIVATE_HOSTS: '127.0.0.1', ...settings },
    resolveHost: async () => [{ address: '93.184.216.34', family: 4 }],
    ...replacements,
  });
  const people = {
    owner: { organisationId, role: 'owner' },
    admin: { organisationId, role: 'admin' },
    member: { organisationId, role: 'member', teamIds: ['team-1'] },
    viewer: { organisationId, role: 'viewer' },
    stranger: { organisationId: 'organisation-2', role: 'owner' },
  } as const;
  const tokens = new Map<string, string>();
  for (const [userId, person] of Object.entries(people)) {
    await addPrincipal(llm, { userId, ...person });
    tokens.set(userId, await llm.identity.token({ userId, ...person }));
  }
  const as = async (person: keyof typeof people, route: string, body?: unknown) => {
    const [method = '', path = ''] = route.split(' ');
    const token = tokens.get(person) ?? '';
    const response = await llm.call(method, path, { token, ...(body !== undefined && { body }) });
    const text = await response.text();
    return { status: response.status, text, body: text ? JSON.parse(text) : undefined };
  };
  return {
    llm,
    as,
    tokenOf: (person: keyof typeof people) => tokens.get(person) ?? '',
    async add(model: Readonly<Record<string, unknown>>): Promise<ModelConnection> {
      const { status, body, text } = await as('owner', 'POST /models', {
        provider: 'openai_compatible',
        base_url: 'https://models.example.org/v1',
        model: 'small',
        capabilities: { tools: true, forced_tool: true, json_schema: false, vision: false },
        ...model,
      });
      if (status !== 201) throw new Error(text);
      return modelConnectionSchema.parse(body);
    },
    list: async (person: keyof typeof people): Promise<ModelConnection[]> =>
      (await as(person, 'GET /models')).body.models,
    [Symbol.asyncDispose]: () => llm[Symbol.asyncDispose](),
  };
}

/** Starts the service before each test of a file and ends it after. */
export function setUpModels(replacements: Partial<LlmOptions> = {}) {
  let site: Awaited<ReturnType<typeof startModels>>;
  beforeEach(async () => {
    site = await startModels({}, replacements);
  });
  afterEach(() => site[Symbol.asyncDispose]());
  return () => site;
}
