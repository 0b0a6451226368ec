import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Api } from '../../suite/api.ts';
import { connectMcp, readToolJson } from '../../suite/mcp-client.ts';
import type { Clause } from '../subject.ts';
import { found } from './found.ts';
import type { ContractWorld } from './world.ts';

type Schema = Readonly<Record<string, unknown>>;

const maxDescription = 1_024;
/** What OpenAI, Azure and Gemini read of a schema. */
const understood = new Set(
  'type description properties required additionalProperties items enum default format pattern minimum maximum minLength maxLength minItems maxItems'.split(
    ' ',
  ),
);

/** Tools as clients find and call them. */
export const mcpTools: readonly Clause<ContractWorld>[] = [
  ...(
    [
      ['English', 'en', false],
      ['Russian', 'ru', true],
    ] as const
  ).map(
    ([language, tag, isRussian]): Clause<ContractWorld> => ({
      name: `tools are described in ${language} alone, in no more than 1,024 characters`,
      async ask({ api }) {
        const tools = await listTools(api, tag);
        const wrong = tools.filter(
          ({ description = '' }) =>
            description.length > maxDescription || /[а-я]{3}/i.test(description) !== isRussian,
        );
        const lengths = tools.map(({ description = '' }) => description.length);
        return found(
          `tools/list with Accept-Language: ${tag}`,
          `${tools.length} tools, the longest description ${Math.max(...lengths)}; wrong: ${wrong.map(({ name }) => name)}`,
          tools.length > 8 && wrong.length === 0,
        );
      },
    }),
  ),
  {
    name: 'arguments have strict schemas that OpenAI, Azure and Gemini read',
    async ask({ api }) {
      const tools = await listTools(api, 'en');
      const problems = tools.flatMap(({ name, inputSchema }) => {
        const { $schema: _, ...schema } = inputSchema;
        return findProblems(name, schema);
      });
      return found(
        'tools/list: types, references, unions, additionalProperties of each argument',
        problems.length === 0 ? `${tools.length} tools, none` : problems,
        tools.length > 8 && problems.length === 0,
      );
    },
  },
  {
    name: 'null is taken for an optional argument that is left out',
    async ask({ api, addTexts }) {
      await addTexts({
        name: 'Null',
        documents: [{ external_id: 'elk', title: 'Elk', text: 'The elk swims to the island.' }],
      });
      const mcp = await connectMcp(api);
      const result = await mcp.callTool({
        name: 'search_documents',
        arguments: {
          query: 'where does the elk swim',
          limit: null,
          include_sources: null,
          collection_filter: null,
        },
      });
      await mcp.close();
      const { results } = readToolJson(result) as { results?: readonly unknown[] };
      return found(
        'tools/call search_documents {query, limit: null, include_sources: null, collection_filter: null}',
        `isError ${result.isError ?? false}, ${results?.length} results`,
        !result.isError && (results?.length ?? 0) > 0,
      );
    },
  },
  {
    name: 'limit is listed with its maximum, and more is cut with a warning',
    async ask({ api }) {
      const tools = await listTools(api, 'en');
      const tool = tools.find(({ name }) => name === 'search_documents');
      const { limit } = (tool?.inputSchema.properties ?? {}) as Record<string, Schema>;
      const mcp = await connectMcp(api);
      const asked = { name: 'search_documents', arguments: { query: 'elk', limit: 500 } };
      const result = await mcp.callTool(asked);
      await mcp.close();
      const text = JSON.stringify(result);
      return found(
        'tools/list: limit of search_documents; tools/call search_documents {limit: 500}',
        `${JSON.stringify(limit)}; isError ${result.isError ?? false}, ${text.slice(-200)}`,
        limit?.maximum === 20 && !result.isError && text.includes('limit_reduced'),
      );
    },
  },
  {
    name: 'a failed search has its own form of error',
    async ask({ api }) {
      const mcp = await connectMcp(api);
      const result = await mcp.callTool({
        name: 'search_documents',
        arguments: {
          query: 'elk',
          collection_filter: { collection_ids: ['00000000-0000-4000-8000-000000000000'] },
        },
      });
      await mcp.close();
      const { error, details } = readToolJson(result) as {
        error?: string;
        details?: { reason?: string };
      };
      return found(
        'tools/call search_documents in an unknown collection',
        { isError: result.isError, error, details },
        result.isError === true &&
          error === 'search_failed' &&
          details?.reason === 'invalid_collection',
      );
    },
  },
];

async function listTools({ url, apiKey }: Api, language: string) {
  const headers = { authorization: `Bearer ${apiKey}`, 'accept-language': language };
  const client = new Client({ name: 'clauses', version: '1.0.0' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }),
  );
  const { tools } = await client.listTools();
  await client.close();
  return tools;
}

function findProblems(place: string, schema: Schema): string[] {
  const { properties = {}, items, ...rest } = schema;
  const problems = Object.keys(rest)
    .filter((word) => !understood.has(word))
    .map((word) => `${place}: ${word}`);
  if (typeof rest.type !== 'string') problems.push(`${place}: no type`);
  const named = Object.entries(properties as Readonly<Record<string, Schema>>);
  if (named.length > 0 && rest.additionalProperties !== false) problems.push(`${place}: open`);
  for (const [key, inner] of named) problems.push(...findProblems(`${place}.${key}`, inner));
  if (rest.type === 'array') problems.push(...findProblems(`${place}[]`, items as Schema));
  return problems;
}
