import type { FieldScores } from './field-index.ts';

export interface SignalScores extends FieldScores {
  readonly cosine: Float32Array;
}

export interface ToolSignalScores extends SignalScores {
  /** Cosine of the sum of each tool's vector and its server's. */
  readonly inServer: Float32Array;
}

/** The matches of one query among servers and tools. */
interface Look {
  readonly servers: SignalScores;
  readonly tools: ToolSignalScores;
}

export interface Looks {
  readonly whole: Look;
  readonly parts: readonly Look[];
  readonly serverOfTool: Int32Array;
}

/** The signals of one tool, each 0 to 1. */
export interface Evidence {
  readonly share: number;
  readonly cosine: number;
  readonly nameCoverage: number;
  readonly descriptionCoverage: number;
}

/**
 * Weights of the signals, fitted by listwise regression on three sets of questions and cross-
 * validated by set.
 */
const toolWeights = { relative: 1.8, share: 2, cosine: 2.7, name: 0.7, description: 0.9 };
const contextWeights = { cosine: 3, share: 0.9, name: 1.4, description: 1.6 };
const serverWeights = { relative: 1.1, share: 1, cosine: 2, name: 2, description: 0.75 };
const bestToolWeights = { relative: 0.6, share: 0.5, cosine: 1.9, description: 0.8 };
const bestThreeWeights = { relative: 0.5, share: 0.25, cosine: 2.9 };
/** Weight of a server's best tool for the whole task, cross-validated on two sets. */
const inServerWeight = 7;
/** Weight of the best part of a task; the whole has 1. */
const partWeight = 0.8;
const best = 3;

const sumOf = (...weights: Readonly<Record<string, number>>[]) =>
  weights.flatMap((group) => Object.values(group)).reduce((sum, weight) => sum + weight, 0);
/** Scores of a perfect match. */
export const maxToolScore = sumOf(toolWeights) * (1 + partWeight) + sumOf(contextWeights);
export const maxServerScore =
  sumOf(serverWeights, bestToolWeights, bestThreeWeights) * (1 + partWeight) + inServerWeight;

/** Returns a score for each tool, comparable within one answer. */
export function rankTools({ whole, parts, serverOfTool }: Looks): Float32Array {
  const own = withBestPart(
    toolScores(whole.tools),
    parts.map((part) => toolScores(part.tools)),
  );
  const [names, descriptions] = whole.servers.coverage;
  return own.map((score, tool) => {
    const server = serverOfTool[tool] ?? 0;
    return (
      score +
      contextWeights.cosine * (whole.servers.cosine[server] ?? 0) +
      contextWeights.share * (whole.servers.share[server] ?? 0) +
      contextWeights.name * (names?.[server] ?? 0) +
      contextWeights.description * (descriptions?.[server] ?? 0)
    );
  });
}

/** Returns a score for each server, from its own texts and its best tools. */
export function rankServers({ whole, parts, serverOfTool }: Looks): Float32Array {
  const own = withBestPart(
    serverScores(whole, serverOfTool),
    parts.map((part) => serverScores(part, serverOfTool)),
  );
  const inServer = bestOf(whole.tools.inServer, serverOfTool, own.length);
  return own.map((score, at) => score + inServerWeight * (inServer.first[at] ?? 0));
}

function toolScores({ bm25, share, cosine, coverage: [names, descriptions] }: SignalScores) {
  const highest = highestOf(bm25);
  return bm25.map(
    (score, at) =>
      (toolWeights.relative * score) / highest +
      toolWeights.share * (share[at] ?? 0) +
      toolWeights.cosine * (cosine[at] ?? 0) +
      toolWeights.name * (names?.[at] ?? 0) +
      toolWeights.description * (descriptions?.[at] ?? 0),
  );
}

function serverScores({ servers, tools }: Look, serverOfTool: Int32Array): Float32Array {
  const [names, descriptions] = servers.coverage;
  const size = servers.bm25.length;
  const highest = highestOf(servers.bm25);
  const highestTool = highestOf(tools.bm25);
  const bm25 = bestOf(tools.bm25, serverOfTool, size);
  const share = bestOf(tools.share, serverOfTool, size);
  const cosine = bestOf(tools.cosine, serverOfTool, size);
  const description = bestOf(tools.coverage[1] ?? new Float32Array(0), serverOfTool, size);
  return servers.bm25.map(
    (score, at) =>
      (serverWeights.relative * score) / highest +
      serverWeights.share * (servers.share[at] ?? 0) +
      serverWeights.cosine * (servers.cosine[at] ?? 0) +
      serverWeights.name * (names?.[at] ?? 0) +
      serverWeights.description * (descriptions?.[at] ?? 0) +
      (bestToolWeights.relative * (bm25.first[at] ?? 0)) / highestTool +
      bestToolWeights.share * (share.first[at] ?? 0) +
      bestToolWeights.cosine * (cosine.first[at] ?? 0) +
      bestToolWeights.description * (description.first[at] ?? 0) +
      (bestThreeWeights.relative * (bm25.three[at] ?? 0)) / highestTool +
      bestThreeWeights.share * (share.three[at] ?? 0) +
      bestThreeWeights.cosine * (cosine.three[at] ?? 0),
  );
}

/** Returns the best score of each server's tools, and a third of the sum of the three best. */
function bestOf(scores: Float32Array, serverOfTool: Int32Array, servers: number) {
  const places = Array.from({ length: best }, () => new Float32Array(servers));
  const [first, second, third] = places as [Float32Array, Float32Array, Float32Array];
  for (const [tool, score] of scores.entries()) {
    const at = serverOfTool[tool] ?? 0;
    if (score > (first[at] ?? 0)) {
      third[at] = second[at] ?? 0;
      second[at] = first[at] ?? 0;
      first[at] = score;
    } else if (score > (second[at] ?? 0)) {
      third[at] = second[at] ?? 0;
      second[at] = score;
    } else if (score > (third[at] ?? 0)) {
      third[at] = score;
    }
  }
  return {
    first,
    three: first.map((score, at) => (score + (second[at] ?? 0) + (third[at] ?? 0)) / best),
  };
}

/** A task without parts is its own best part. */
function withBestPart(whole: Float32Array, parts: readonly Float32Array[]): Float32Array {
  return whole.map((score, at) => {
    const part = parts.reduce((most, scores) => Math.max(most, scores[at] ?? 0), 0);
    return score + partWeight * (parts.length > 0 ? part : score);
  });
}

function highestOf(scores: Float32Array): number {
  return scores.reduce((most, score) => Math.max(most, score), 0) || 1;
}
