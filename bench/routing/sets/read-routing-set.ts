import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { RoutedServer, RoutedTool } from '@lectern/tool-routing';
import { z } from 'zod';
import { RoutingSetError, readJsonLines } from './read-json-lines.ts';
import type { RoutingSet } from './routing-set.ts';

const textSchema = z
  .string()
  .nullish()
  .transform((text) => text ?? '');
const namedSchema = z.object({ name: z.string().min(1), description: textSchema });
const toolSchema = namedSchema.extend({
  title: z.string().nullish(),
  inputSchema: z.record(z.string(), z.unknown()).nullish(),
});
const serverSchema = namedSchema.extend({
  id: z.string().min(1),
  instructions: textSchema,
  tools: z.array(toolSchema),
  prompts: z.array(namedSchema).default([]),
  resources: z.array(namedSchema).default([]),
});
const idsSchema = z.array(z.string());
const questionSchema = z.object({
  id: z.string().min(1),
  text: z.string().trim().min(1),
  expected_servers: idsSchema.default([]),
  acceptable_servers: idsSchema.optional(),
  expected_tools: z.array(z.object({ name: z.string(), servers: idsSchema })).default([]),
});
const unanswerableSchema = z.object({
  id: z.string().min(1),
  text: z.string().trim().min(1),
  tools: z.array(toolSchema).min(1),
});

/** Most characters of a tool's description that a registry keeps. */
const maxDescription = 1_024;
/** Most characters of a task. */
const maxTask = 2_000;
const questionFiles = ['queries.jsonl', 'queries.holdout.jsonl', 'queries.dev.jsonl'];
const unanswerableFiles = ['none-fits.jsonl', 'none-fits.holdout.jsonl', 'none-fits.dev.jsonl'];

/**
 * Reads `servers.jsonl`, the questions (`queries.jsonl`, else `.holdout` or `.dev`) and, where there
 * is one, the file of questions that nothing fits (`none-fits.jsonl` and so on) from a folder.
 * @throws RoutingSetError that names file and line.
 */
export async function readRoutingSet(folder: string): Promise<RoutingSet> {
  const rows = await readJsonLines(join(folder, 'servers.jsonl'), serverSchema);
  const questionFile = findFile(folder, questionFiles);
  if (questionFile === undefined) {
    throw new RoutingSetError(`${folder} holds no questions: ${questionFiles.join(', ')}`);
  }
  const unanswerableFile = findFile(folder, unanswerableFiles);
  const names = nameServers(rows);
  const questions = await readJsonLines(questionFile, questionSchema);
  const unanswerable = unanswerableFile
    ? await readJsonLines(unanswerableFile, unanswerableSchema)
    : [];
  const namesOf = (ids: readonly string[]) => ids.flatMap((id) => names.get(id) ?? []);
  return {
    name: basename(resolve(folder)),
    servers: rows.map(
      ({ id, tools, ...server }): RoutedServer => ({
        ...server,
        name: names.get(id) ?? id,
        tools: tools.map(toTool),
      }),
    ),
    questions: questions.map((question) => ({
      id: question.id,
      text: question.text.slice(0, maxTask),
      expectedServers: namesOf(question.expected_servers),
      acceptableServers: namesOf(question.acceptable_servers ?? question.expected_servers),
      expectedTools: question.expected_tools
        .map(({ name, servers }) => ({ name, servers: namesOf(servers) }))
        .filter(({ servers }) => servers.length > 0),
    })),
    unanswerable: unanswerable.map(({ id, text, tools }) => ({
      id,
      text: text.slice(0, maxTask),
      offered: tools.map(toTool),
    })),
  };
}

function toTool({
  name,
  title,
  description,
  inputSchema,
}: z.output<typeof toolSchema>): RoutedTool {
  return {
    name,
    title: title ?? null,
    description: description.slice(0, maxDescription),
    inputSchema: inputSchema ?? {},
  };
}

function findFile(folder: string, names: readonly string[]): string | undefined {
  return names.map((name) => join(folder, name)).find((file) => existsSync(file));
}

/**
 * Returns, by id, a name that a registry accepts for each server: its own name without forbidden
 * characters, or its id where another server already has that name.
 */
function nameServers(
  servers: readonly { readonly id: string; readonly name: string }[],
): ReadonlyMap<string, string> {
  const taken = new Set<string>(['documents']);
  return new Map(
    servers.map(({ id, name }): [string, string] => {
      const own = [toName(name), toName(id)].find(
        (option) => option !== '' && !taken.has(option.toLowerCase()),
      );
      const given = own ?? `${toName(id)} ${taken.size}`;
      taken.add(given.toLowerCase());
      return [id, given];
    }),
  );
}

function toName(text: string): string {
  return text
    .replaceAll(/[^\p{L}\p{N} ._-]+/gu, ' ')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .trim()
    .slice(0, 100);
}
