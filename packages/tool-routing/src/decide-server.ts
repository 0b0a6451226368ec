import type { Evidence } from './rank.ts';
import type { RoutingDecision, ScoredServer } from './routing-decision.ts';

/**
 * Weights of a logistic regression over questions that the offered tools answer and questions that
 * none of them answers, both weighted alike.
 */
const evidenceWeights = { share: 3.4, cosine: 2.67, name: 0.67, description: 1.01, bias: -2.13 };
/**
 * Minimum evidence of a fitting tool: precision .87 to .89 at recall .61 to .62, with three
 * embedding models.
 */
const minEvidence = 0.32;
/** Maximum difference of two ambiguous servers, as a share of the better score. */
const ambiguousMargin = 0.015;
/** Minimum lead of another server over the one in use, as a share of its score. */
const changeMargin = 0.1;

/** Returns the probability, 0 to 1, that the best tool fits the task. */
export function rateEvidence(evidence: Evidence): number {
  const sum =
    evidenceWeights.share * evidence.share +
    evidenceWeights.cosine * evidence.cosine +
    evidenceWeights.name * evidence.nameCoverage +
    evidenceWeights.description * evidence.descriptionCoverage +
    evidenceWeights.bias;
  return 1 / (1 + Math.exp(-sum));
}

/** Decides which server to use from scores alone; `servers` best first. */
export function decideServer(
  servers: readonly ScoredServer[],
  evidence: number,
  currentServer: string | undefined,
): RoutingDecision {
  const [first, second] = servers;
  const decide = (kind: RoutingDecision['kind'], server: string | null, reason: string) => ({
    kind,
    server,
    choices: [] as readonly string[],
    reason,
    evidence,
  });
  if (!first) return decide('nothing_relevant', null, 'There is no server with tools.');
  if (evidence < minEvidence) {
    return decide(
      'nothing_relevant',
      null,
      `The best tool fits with an evidence of ${show(evidence)}, below ${minEvidence}.`,
    );
  }
  const current = servers.find(({ name }) => name === currentServer);
  if (current && current !== first) {
    const lead = leadOf(first, current);
    if (lead < changeMargin) {
      const reason = `The server in use is kept: the best one leads by ${show(lead)}, below ${changeMargin}.`;
      return decide('server', current.name, reason);
    }
  }
  if (second && leadOf(first, second) < ambiguousMargin && first !== current) {
    const reason = `Two servers score ${show(first.score)} and ${show(second.score)}, which is too close.`;
    const alike = servers.filter((other) => leadOf(first, other) < ambiguousMargin);
    return { ...decide('ambiguous', null, reason), choices: alike.map(({ name }) => name) };
  }
  const lead = second ? `, ${show(leadOf(first, second))} ahead of the next` : '';
  const reason = `Best score ${show(first.score)}${lead}; evidence ${show(evidence)}.`;
  return decide('server', first.name, reason);
}

function leadOf(better: ScoredServer, other: ScoredServer): number {
  return better.score > 0 ? (better.score - other.score) / better.score : 0;
}

function show(value: number): string {
  return value.toFixed(3);
}
