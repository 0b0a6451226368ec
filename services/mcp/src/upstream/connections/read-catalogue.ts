import { cleanText } from '@lectern/contracts/drop-unseen';
import type { Client } from '@modelcontextprotocol/client';
import type { Catalogue, NamedText, ToolDefinition } from './outside-servers.ts';

/** Limits of one catalogue; longer lists are cut. */
const limits = {
  tools: 2_000,
  toolsLogged: 20,
  prompts: 200,
  resources: 500,
  nameCharacters: 200,
  descriptionCharacters: 1_024,
  instructionCharacters: 2_000,
  schemaBytes: 64 * 1024,
  schemaLevels: 256,
} as const;

type ListedTool = Awaited<ReturnType<Client['listTools']>>['tools'][number];

export async function readCatalogue(
  client: Client,
  {
    serverId,
    logger,
    ...options
  }: {
    readonly serverId: string;
    readonly logger: { warn(fields: object, message: string): void };
    readonly signal: AbortSignal;
    readonly timeout: number;
  },
): Promise<Catalogue> {
  const capabilities = client.getServerCapabilities();
  const fresh = { ...options, cacheMode: 'bypass' as const };
  const [tools, prompts, resources, templates] = await Promise.all([
    capabilities?.tools ? client.listTools(undefined, fresh) : undefined,
    capabilities?.prompts ? client.listPrompts(undefined, fresh) : undefined,
    capabilities?.resources ? client.listResources(undefined, fresh) : undefined,
    capabilities?.resources
      ? client.listResourceTemplates(undefined, fresh).catch(() => undefined)
      : undefined,
  ]);
  const found = [...(resources?.resources ?? []), ...(templates?.resourceTemplates ?? [])];
  const listed = (tools?.tools ?? []).map(toDefinition);
  const leftOut = listed.filter((one) => 'leftOut' in one);
  if (leftOut.length > 0) {
    logger.warn(
      { server_id: serverId, count: leftOut.length, tools: leftOut.slice(0, limits.toolsLogged) },
      'tools of an MCP server are left out of its catalogue',
    );
  }
  return {
    instructions: toShown(client.getInstructions() ?? '', limits.instructionCharacters),
    tools: firstOfEachName(listed.filter((one) => 'name' in one)).slice(0, limits.tools),
    prompts: (prompts?.prompts ?? []).slice(0, limits.prompts).map(toNamedText),
    resources: found.slice(0, limits.resources).map(toNamedText),
  };
}

interface LeftOut {
  readonly leftOut: string;
  readonly reason: 'schema_too_deep' | 'schema_too_large' | 'unusable_name' | 'unusable_key';
}

/** Skips a tool with an unusable name or schema. */
function toDefinition(tool: ListedTool): (ToolDefinition & { readonly name: string }) | LeftOut {
  const leaveOut = (reason: LeftOut['reason']): LeftOut => ({
    leftOut: toShown(tool.name, limits.nameCharacters),
    reason,
  });
  // Must precede `JSON.stringify`, which fails on a schema of thousands of levels.
  if (isDeeper(tool.inputSchema, limits.schemaLevels)) return leaveOut('schema_too_deep');
  const schema = JSON.stringify(tool.inputSchema);
  if (tool.name.length > limits.nameCharacters || toShown(tool.name, 1_000) !== tool.name) {
    return leaveOut('unusable_name');
  }
  if (Buffer.byteLength(schema) > limits.schemaBytes) return leaveOut('schema_too_large');
  let isStorable = true;
  const inputSchema = JSON.parse(schema, (key, value: unknown) => {
    isStorable &&= cleanText(key) === key;
    return typeof value === 'string' ? toShown(value, limits.descriptionCharacters) : value;
  }) as Record<string, unknown>;
  if (!isStorable) return leaveOut('unusable_key');
  const title = toShown(tool.title ?? tool.annotations?.title ?? '', limits.nameCharacters);
  return {
    name: tool.name,
    title: title === '' ? null : title,
    description: toShown(tool.description ?? '', limits.descriptionCharacters),
    inputSchema,
    // A tool that declares both counts as one that changes something.
    readOnly: tool.annotations?.readOnlyHint === true && tool.annotations.destructiveHint !== true,
  };
}

/** True if objects and lists are nested deeper. It is iterative, since recursion could overflow. */
function isDeeper(value: unknown, levels: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= levels; depth += 1) {
    level = level.flatMap((one) =>
      typeof one === 'object' && one !== null ? Object.values(one) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}

/** Keeps the first tool of each name, since a second one could not be called. */
function firstOfEachName<Tool extends { readonly name: string }>(tools: readonly Tool[]): Tool[] {
  const names = new Set<string>();
  return tools.filter(({ name }) => !names.has(name) && names.add(name));
}

function toNamedText({
  name,
  title,
  description,
}: {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}): NamedText {
  const text = [title, description].filter((part) => part && part !== name).join('. ');
  return {
    name: toShown(name, limits.nameCharacters),
    description: toShown(text, limits.descriptionCharacters / 2),
  };
}

/** Removes invisible characters from an untrusted text and cuts it. */
function toShown(text: string, maxCharacters: number): string {
  const seen = cleanText(text.slice(0, maxCharacters * 4).replaceAll(/\r\n?/g, '\n')).trim();
  return seen.length <= maxCharacters ? seen : `${[...seen.slice(0, maxCharacters - 1)].join('')}…`;
}
