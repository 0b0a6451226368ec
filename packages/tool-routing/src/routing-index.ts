import type { Analyzer } from '@lectern/retrieval';
import { describeParameters } from './describe-parameters.ts';
import { type Field, FieldIndex } from './field-index.ts';
import { type Evidence, rankServers, rankTools } from './rank.ts';
import type { RoutedServer, RoutedTool } from './routed-server.ts';
import { splitName } from './split-name.ts';
import { VectorTable } from './vector-table.ts';

/** A server or a tool: its terms by field, and the text that is embedded. */
export interface RoutingDocument {
  readonly terms: readonly (readonly string[])[];
  readonly text: string;
}

export interface IndexedTool {
  readonly tool: RoutedTool;
  readonly document: RoutingDocument;
}

/** One server with its tools, made once for each revision. */
export interface ServerEntry<Server extends RoutedServer> {
  readonly server: Server;
  readonly document: RoutingDocument;
  readonly tools: readonly RoutingDocument[];
}

/** A query and the parts that it is split into, analysed and embedded. */
export interface RoutingQuery {
  readonly terms: ReturnType<Analyzer['analyzeQuery']>;
  readonly vector: Float32Array;
  /** The cosine of texts that have nothing in common, by the model of the vector. */
  readonly unrelatedCosine: number;
}

const field = (weight: number, lengthNormalisation: number, coverage = false): Field => ({
  weight,
  lengthNormalisation,
  coverage,
});
/** Name, description, names of tools, descriptions of tools, prompts and resources. */
const serverFields = [field(3, 0.2, true), field(2, 0.5, true), field(1, 0.7), field(0.3, 0.7)];
/** Name, title, description, names and descriptions of parameters, server's name and description. */
const toolFields = [
  field(2, 0.3, true),
  field(1, 0.3),
  field(1, 0.6, true),
  field(0.5, 0.5),
  field(0.5, 0.5),
  field(0.5, 0.3),
  field(0.3, 0.3),
];
const toolDescription = 2;

export function createServerEntry<Server extends RoutedServer>(
  analyzer: Analyzer,
  server: Server,
): ServerEntry<Server> {
  const terms = (text: string) => analyzer.analyzeDocument(text);
  const description = [server.description, server.instructions].filter(Boolean).join('\n');
  const name = splitName(server.name);
  const toolNames = server.tools.map((tool) => splitName(tool.name)).join('\n');
  const offers = [
    ...server.tools.map((tool) => tool.description),
    ...server.prompts.map((prompt) => `${splitName(prompt.name)} ${prompt.description}`),
    ...server.resources.map((resource) => `${splitName(resource.name)} ${resource.description}`),
  ];
  return {
    server,
    document: {
      terms: [terms(name), terms(description), terms(toolNames), terms(offers.join('\n'))],
      text: `${name}. ${description || toolNames}`,
    },
    tools: server.tools.map((tool) => {
      const parameters = describeParameters(tool.inputSchema);
      const words = splitName(tool.name);
      return {
        terms: [
          terms(words),
          terms(tool.title ?? ''),
          terms(tool.description),
          terms(parameters.names.map(splitName).join(' ')),
          terms(parameters.descriptions.join('\n')),
          terms(name),
          terms(description),
        ],
        text: `${words}. ${tool.description}`,
      };
    }),
  };
}

/** The terms of what a tool says of itself. */
export function descriptionTermsOf({ terms }: RoutingDocument): readonly string[] {
  return terms[toolDescription] ?? [];
}

export interface RankedServers {
  /** By place in `entries`. */
  readonly servers: Float32Array;
  /** By place among all tools, in the order of `entries`. */
  readonly tools: Float32Array;
  /** What the best tools rest on, by place among all tools. */
  readonly evidenceOf: (tool: number) => Evidence;
}

/** Servers and their tools in memory, to be ranked for a task. */
export class RoutingIndex<Server extends RoutedServer> {
  readonly entries: readonly ServerEntry<Server>[];
  /** The entry of each tool. */
  readonly serverOfTool: Int32Array;
  readonly #indexedTools: readonly IndexedTool[];
  readonly #serverIndex: FieldIndex;
  readonly #toolIndex: FieldIndex;
  readonly #serverVectors: VectorTable;
  readonly #toolVectors: VectorTable;
  /** Of the sum of each tool's vector and its server's. */
  readonly #sumLengths: Float32Array;

  /** A text whose vector is not there yet is found by its words alone. */
  constructor(
    entries: readonly ServerEntry<Server>[],
    vectorOf: (text: string) => Float32Array | undefined,
  ) {
    this.entries = entries;
    const tools = entries.flatMap((entry) => entry.tools);
    this.serverOfTool = Int32Array.from(entries.flatMap((entry, at) => entry.tools.map(() => at)));
    this.#indexedTools = entries.flatMap(({ server, tools: documents }) =>
      documents.flatMap((document, at) => {
        const tool = server.tools[at];
        return tool ? [{ tool, document }] : [];
      }),
    );
    this.#serverIndex = new FieldIndex(
      serverFields,
      entries.map(({ document }) => document.terms),
    );
    this.#toolIndex = new FieldIndex(
      toolFields,
      tools.map(({ terms }) => terms),
    );
    this.#serverVectors = new VectorTable(entries.map(({ document }) => vectorOf(document.text)));
    this.#toolVectors = new VectorTable(tools.map(({ text }) => vectorOf(text)));
    this.#sumLengths = this.#toolVectors.sumLengths(this.#serverVectors, this.serverOfTool);
  }

  /** By its place among all tools, in the order of `entries`. */
  toolAt(place: number): IndexedTool | undefined {
    return this.#indexedTools[place];
  }

  /** `parts` are the parts of the task, none where it is one. */
  rank(task: RoutingQuery, parts: readonly RoutingQuery[]): RankedServers {
    const look = ({ terms, vector, unrelatedCosine }: RoutingQuery) => {
      const servers = this.#serverVectors.cosines(vector, unrelatedCosine);
      const tools = this.#toolVectors.cosines(vector, unrelatedCosine);
      const inServer = tools.map((cosine, tool) => {
        const sum = cosine + (servers[this.serverOfTool[tool] ?? 0] ?? 0);
        return sum / (this.#sumLengths[tool] || 1);
      });
      return {
        servers: { ...this.#serverIndex.score(terms), cosine: servers },
        tools: { ...this.#toolIndex.score(terms), cosine: tools, inServer },
      };
    };
    const whole = look(task);
    const looks = { whole, parts: parts.map(look), serverOfTool: this.serverOfTool };
    const [names, descriptions] = whole.tools.coverage;
    return {
      servers: rankServers(looks),
      tools: rankTools(looks),
      evidenceOf: (tool) => ({
        share: whole.tools.share[tool] ?? 0,
        cosine: whole.tools.cosine[tool] ?? 0,
        nameCoverage: names?.[tool] ?? 0,
        descriptionCoverage: descriptions?.[tool] ?? 0,
      }),
    };
  }
}

/** The texts whose vectors an index wants. */
export function textsOf({ document, tools }: ServerEntry<RoutedServer>): string[] {
  return [document.text, ...tools.map(({ text }) => text)];
}
