import { setImmediate as nextTurn } from 'node:timers/promises';
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

/** Characters that are analysed before other work gets its turn. */
const charactersAtOnce = 20_000;

/** Creates the documents of a server and lets other work run in between. */
export async function createServerEntry<Server extends RoutedServer>(
  analyzer: Analyzer,
  server: Server,
): Promise<ServerEntry<Server>> {
  let characters = 0;
  const terms = (text: string) => {
    characters += text.length;
    return analyzer.analyzeDocument(text);
  };
  const pause = async () => {
    if (characters < charactersAtOnce) return;
    characters = 0;
    await nextTurn();
  };
  const description = [server.description, server.instructions].filter(Boolean).join('\n');
  const name = splitName(server.name);
  const ownTerms = { name: terms(name), description: terms(description) };
  const offers = listOffers(server);
  const offerNames = offers.map((offer) => splitName(offer.name)).join('\n');
  const descriptions: string[][] = [];
  for (const text of joinTexts(offers.map((offer) => offer.description))) {
    descriptions.push(terms(text));
    await pause();
  }
  const documents: RoutingDocument[] = [];
  for (const offer of offers) {
    const parameters = describeParameters(offer.inputSchema);
    const words = splitName(offer.name);
    documents.push({
      terms: [
        terms(words),
        terms(offer.title ?? ''),
        terms(offer.description),
        terms(parameters.names.map(splitName).join(' ')),
        terms(parameters.descriptions.join('\n')),
        ownTerms.name,
        ownTerms.description,
      ],
      text: `${words}. ${offer.description}`,
    });
    await pause();
  }
  return {
    server,
    document: {
      terms: [ownTerms.name, ownTerms.description, terms(offerNames), descriptions.flat()],
      text: `${name}. ${description || offerNames}`,
    },
    offers: documents,
  };
}

/** Joins texts by lines, up to a length. */
function* joinTexts(texts: readonly string[]): Generator<string> {
  let joined = '';
  for (const text of texts) {
    joined += `${joined && '\n'}${text}`;
    if (joined.length < charactersAtOnce) continue;
    yield joined;
    joined = '';
  }
  yield joined;
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

type VectorOf = (text: string) => Float32Array | undefined;

interface IndexParts {
  readonly serverIndex: FieldIndex;
  readonly toolIndex: FieldIndex;
  readonly vectorOf: VectorOf;
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

  private constructor(
    entries: readonly ServerEntry<Server>[],
    tools: readonly RoutingDocument[],
    { serverIndex, toolIndex, vectorOf }: IndexParts,
  ) {
    this.entries = entries;
    this.serverOfTool = Int32Array.from(entries.flatMap((entry, at) => entry.offers.map(() => at)));
    this.#indexedTools = entries.flatMap(({ server, offers }) =>
      offers.map((document, at) => {
        const tool = server.tools[at];
        return tool && { tool, document };
      }),
    );
    this.#serverIndex = serverIndex;
    this.#toolIndex = toolIndex;
    this.#serverVectors = new VectorTable(entries.map(({ document }) => vectorOf(document.text)));
    this.#toolVectors = new VectorTable(tools.map(({ text }) => vectorOf(text)));
    this.#sumLengths = this.#toolVectors.sumLengths(this.#serverVectors, this.serverOfTool);
  }

  /** Creates an index. A text without a vector is found by its words alone. */
  static async create<Server extends RoutedServer>(
    entries: readonly ServerEntry<Server>[],
    vectorOf: VectorOf,
  ): Promise<RoutingIndex<Server>> {
    const tools = entries.flatMap((entry) => entry.offers);
    const serverTerms = entries.map(({ document }) => document.terms);
    const toolTerms = tools.map(({ terms }) => terms);
    return new RoutingIndex(entries, tools, {
      serverIndex: await FieldIndex.create(serverFields, serverTerms),
      toolIndex: await FieldIndex.create(toolFields, toolTerms),
      vectorOf,
    });
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
