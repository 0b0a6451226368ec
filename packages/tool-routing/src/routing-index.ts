import type { Analyzer } from '@lectern/retrieval';
import { describeParameters } from './describe-parameters.ts';
import { type Field, FieldIndex } from './field-index.ts';
import { type Evidence, rankServers, rankTools } from './rank.ts';
import type { RoutedServer, RoutedTool } from './routed-server.ts';
import { VectorTable } from './vector-table.ts';

/** The terms of a server or tool by field, and the text that is embedded. */
export interface RoutingDocument {
  readonly terms: readonly (readonly string[])[];
  readonly text: string;
}

export interface IndexedTool {
  readonly tool: RoutedTool;
  readonly document: RoutingDocument;
}

/** A server with what it offers, created once for each revision. */
export interface ServerEntry<Server extends RoutedServer> {
  readonly server: Server;
  readonly document: RoutingDocument;
  /** Its tools, then its prompts and resources, which count like tools. */
  readonly offers: readonly RoutingDocument[];
}

/** An analysed and embedded query. */
export interface RoutingQuery {
  readonly terms: ReturnType<Analyzer['analyzeQuery']>;
  readonly vector: Float32Array;
  /** Cosine of unrelated texts for the model of the vector. */
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
  const offers = listOffers(server);
  const offerNames = offers.map((offer) => splitName(offer.name)).join('\n');
  const offerDescriptions = offers.map((offer) => offer.description).join('\n');
  return {
    server,
    document: {
      terms: [terms(name), terms(description), terms(offerNames), terms(offerDescriptions)],
      text: `${name}. ${description || offerNames}`,
    },
    offers: offers.map((offer) => {
      const parameters = describeParameters(offer.inputSchema);
      const words = splitName(offer.name);
      return {
        terms: [
          terms(words),
          terms(offer.title ?? ''),
          terms(offer.description),
          terms(parameters.names.map(splitName).join(' ')),
          terms(parameters.descriptions.join('\n')),
          terms(name),
          terms(description),
        ],
        text: `${words}. ${offer.description}`,
      };
    }),
  };
}

function listOffers({ tools, prompts, resources }: RoutedServer): readonly RoutedTool[] {
  const others = [...prompts, ...resources];
  return [...tools, ...others.map((offer) => ({ ...offer, title: null, inputSchema: {} }))];
}

/** Returns the terms of a tool's description. */
export function descriptionTermsOf({ terms }: RoutingDocument): readonly string[] {
  return terms[toolDescription] ?? [];
}

export interface RankedServers {
  /** Scores in the order of `entries`. */
  readonly servers: Float32Array;
  /** Scores of all offers, in the order of `entries`. */
  readonly tools: Float32Array;
  /** Returns the signals of an offer by its position among all offers. */
  readonly evidenceOf: (tool: number) => Evidence;
}

/** Ranks servers and their tools in memory for a task. */
export class RoutingIndex<Server extends RoutedServer> {
  readonly entries: readonly ServerEntry<Server>[];
  /** Position of each offer's entry. */
  readonly serverOfTool: Int32Array;
  /** Undefined for a prompt or a resource. */
  readonly #indexedTools: readonly (IndexedTool | undefined)[];
  readonly #serverIndex: FieldIndex;
  readonly #toolIndex: FieldIndex;
  readonly #serverVectors: VectorTable;
  readonly #toolVectors: VectorTable;
  /** Length of the sum of each tool's vector and its server's. */
  readonly #sumLengths: Float32Array;

  /** A text without a vector is found by its words alone. */
  constructor(
    entries: readonly ServerEntry<Server>[],
    vectorOf: (text: string) => Float32Array | undefined,
  ) {
    this.entries = entries;
    const tools = entries.flatMap((entry) => entry.offers);
    this.serverOfTool = Int32Array.from(entries.flatMap((entry, at) => entry.offers.map(() => at)));
    this.#indexedTools = entries.flatMap(({ server, offers }) =>
      offers.map((document, at) => {
        const tool = server.tools[at];
        return tool && { tool, document };
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

  /** Returns a tool by its position among all offers; undefined for a prompt or a resource. */
  toolAt(place: number): IndexedTool | undefined {
    return this.#indexedTools[place];
  }

  /** @param parts The parts of the task; empty for a task without parts. */
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

/** Returns the texts whose vectors an index needs. */
export function textsOf({ document, offers }: ServerEntry<RoutedServer>): string[] {
  return [document.text, ...offers.map(({ text }) => text)];
}

/** Splits a name such as `getUserByID`, `list_pull-requests`, `math.factorial` into words. */
function splitName(name: string): string {
  return name
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replaceAll(/(\p{L})(\d)/gu, '$1 $2')
    .replaceAll(/[\s_\-./:@]+/g, ' ')
    .trim();
}
