import type { Assistant } from '@lectern/contracts';
import type { LanguageModel } from '@lectern/models';
import {
  type OrganisationQuota,
  type ProcessScope,
  type Revocations,
  watchToken,
} from '@lectern/service';
import {
  createOpenAssistant,
  type OpenAssistantDependencies,
} from './assistants/open-assistant.ts';
import type { RunTurnDependencies } from './chat/run-turn.ts';
import type { TurnMetrics } from './chat/turn-metrics.ts';
import { TurnRunner, type TurnTimes } from './chat/turn-runner.ts';
import type { FindReadableCollections } from './clients/readable-documents.ts';
import type { RunTokens } from './clients/run-tokens.ts';
import { ConversationTitles } from './conversations/conversation-titles.ts';
import type { LlmDatabase } from './database/tables.ts';
import type { AnswerModes } from './ports/answer-mode.ts';
import type { SharedItems } from './prompts/shared-items.ts';
import { TurnApprovals } from './turns/turn-approvals.ts';
import { TurnLeases } from './turns/turn-leases.ts';
import { TurnParts } from './turns/turn-parts.ts';
import { TurnStarts } from './turns/turn-starts.ts';
import type { Turns } from './turns/turns.ts';

export interface RunnerOptions {
  readonly database: LlmDatabase;
  readonly turns: Turns;
  readonly modes: AnswerModes;
  readonly conversationQuota: OrganisationQuota;
  readonly chooseModels: RunTurnDependencies['chooseModels'];
  /** False: conversations keep their first message as their title. */
  readonly writesTitles: boolean;
  /** Writes titles; default: the model of the turn. */
  readonly titleModel: LanguageModel | undefined;
  readonly assistants: SharedItems<Assistant>;
  readonly findReadableCollections: FindReadableCollections;
  readonly resolveModel: OpenAssistantDependencies['resolveModel'];
  readonly runTokens: RunTokens;
  readonly revocations: Revocations;
  readonly metrics: TurnMetrics;
  readonly times: Partial<TurnTimes> | undefined;
}

/** Opens the turn runner, which takes over abandoned turns. */
export async function openRunner(
  options: RunnerOptions,
  { logger, onClose }: ProcessScope,
): Promise<TurnRunner> {
  const { database, turns, modes, conversationQuota, revocations, metrics } = options;
  const titles = { database, model: options.titleModel, logger };
  const runner = new TurnRunner(
    {
      turns,
      starts: new TurnStarts({
        database,
        turns,
        conversationQuota,
        modes,
        getAssistant: (owner, id) => options.assistants.get(owner, id),
      }),
      approvals: new TurnApprovals(database, turns),
      parts: new TurnParts(database),
      leases: new TurnLeases(database),
      modes,
      runTokens: options.runTokens,
      metrics,
      chooseModels: options.chooseModels,
      openAssistant: createOpenAssistant(options),
      titles: options.writesTitles ? new ConversationTitles(titles, onClose) : undefined,
      logger,
      watchToken: (token, onEnd) => watchToken(revocations, token, onEnd),
    },
    options.times,
  );
  await runner.open(onClose);
  return runner;
}
