import { fitQuestion } from '@lectern/answering';
import {
  AppError,
  type Assistant,
  type AssistantTool,
  type CollectionFilter,
  type Warning,
} from '@lectern/contracts';
import type { FindReadableCollections } from '../clients/readable-documents.ts';
import type { Owner } from '../ports/owner.ts';
import type { TurnModels } from '../ports/turn-models.ts';
import type { SharedItems } from '../prompts/shared-items.ts';
import type { Turn } from '../turns/turn.ts';

/** An assistant as the person of a turn may use it. */
export interface OpenedAssistant {
  readonly instructions: string;
  readonly tools: readonly AssistantTool[] | undefined;
  /** Filter of a message without one. An empty list of ids finds nothing. */
  readonly collectionFilter: CollectionFilter | undefined;
  readonly warnings: readonly Warning[];
}

export type OpenAssistant = (
  turn: Turn,
  run: { readonly token: string; readonly models: TurnModels },
) => Promise<OpenedAssistant>;

export interface OpenAssistantDependencies {
  readonly assistants: Pick<SharedItems<Assistant>, 'find'>;
  readonly findReadableCollections: FindReadableCollections;
  /** @throws AppError `model_not_found` for a connection that the person may not use. */
  readonly resolveModel: (owner: Owner, reference: string) => Promise<string | undefined>;
}

/** Maximum share of the context for the instructions. */
const instructionsShare = 0.15;

const gone: OpenedAssistant = {
  instructions: '',
  tools: undefined,
  collectionFilter: undefined,
  warnings: [
    {
      code: 'assistant_unavailable',
      message: 'The assistant was deleted or is no longer shared with you, so it was not used.',
    },
  ],
};

export function createOpenAssistant({
  assistants,
  findReadableCollections,
  resolveModel,
}: OpenAssistantDependencies): OpenAssistant {
  const isUsable = (owner: Owner, model: string) =>
    resolveModel(owner, model).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError && error.code === 'model_not_found') return false;
        throw error;
      },
    );
  return async (turn, run) => {
    const { id, owner, assistant: { id: assistantId } = { id: '' }, mode } = turn;
    const assistant = await assistants.find(owner, assistantId);
    if (!assistant) return gone;
    const { collections, tools, instructions } = assistant;
    const { models, token } = run;
    const warnings: Warning[] = [];
    if (instructions !== '' && (models.model.isExtractive || mode === 'research')) {
      const message =
        mode === 'research'
          ? 'Research does not follow the instructions of the assistant.'
          : 'The built-in model quotes documents and does not follow the instructions of the assistant.';
      warnings.push({ code: 'instructions_ignored', message });
    }
    const { model } = assistant;
    if (model !== null && turn.modelId === model && !(await isUsable(owner, model))) {
      warnings.push({
        code: 'assistant_model_unavailable',
        message:
          'The model of the assistant was removed or is not shared with you, so the default model answered.',
      });
    }
    let collectionFilter: CollectionFilter | undefined;
    if (collections) {
      // While the knowledge service is unavailable, the search itself reports it.
      const readable = await findReadableCollections(collections, { token, requestId: id }).catch(
        () => collections,
      );
      const hidden = collections.filter((one) => !readable.includes(one));
      if (hidden.length > 0) {
        warnings.push({
          code: 'assistant_collections_hidden',
          message: `These collections of the assistant were not searched, since you may not read them: ${hidden.join(', ')}.`,
          details: { collections: hidden.join(', ') },
        });
      }
      collectionFilter = { collection_ids: [...readable], include_children: true };
    }
    const tokens = Math.floor(models.contextTokens * instructionsShare);
    return {
      instructions: fitQuestion(instructions, tokens),
      tools: tools ?? undefined,
      collectionFilter,
      warnings,
    };
  };
}
