import type { Warning } from '@lectern/contracts';
import type { ModelMessage, ModelTool, ToolChoice } from '@lectern/models';
import type { CallerTools } from '../ports/answer-mode.ts';
import { toProblem } from './read-task.ts';

/** A function of the caller, in both of OpenAI's forms. */
export interface OfferedFunction {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly parameters?: Readonly<Record<string, unknown>> | null | undefined;
}

export interface OfferedTools {
  readonly functions: readonly OfferedFunction[];
  /** A name is the function that must be called. Default `auto`. */
  readonly choice: 'none' | 'auto' | 'required' | { readonly name: string };
  readonly exchange: readonly ModelMessage[];
}

/**
 * Returns the tools that a mode may call, by the choices that it honours. A warning reports tools
 * that the model cannot call.
 *
 * @throws AppError `invalid_request` for a choice that cannot be honoured.
 */
export function readCallerTools(
  { functions, choice, exchange }: OfferedTools,
  honoured: readonly ToolChoice[],
): { readonly callerTools?: CallerTools; readonly warnings: readonly Warning[] } {
  const isForced = choice === 'required' || typeof choice === 'object';
  const offered = choice === 'none' ? [] : functions.map(toModelTool);
  const chosen =
    typeof choice === 'object' ? offered.filter(({ name }) => name === choice.name) : offered;
  if (isForced && chosen.length === 0) throw toProblem('tool_choice', 'there is no such tool');
  if (isForced && !honoured.includes('required')) {
    throw toProblem('tool_choice', 'this model cannot be made to call a tool of its caller');
  }
  if (chosen.length === 0 && exchange.length === 0) return { warnings: [] };
  if (!honoured.includes('auto')) return { warnings: [notCalled] };
  const callerTools = { tools: chosen, choice: isForced ? 'required' : 'auto', exchange } as const;
  return { callerTools, warnings: [] };
}

const notCalled: Warning = {
  code: 'tools_not_called',
  message: 'This model calls no tools of its caller; lectern-agent does, with a language model.',
};

function toModelTool({ name, description, parameters }: OfferedFunction): ModelTool {
  return {
    name,
    description: description ?? '',
    parameters: parameters ?? { type: 'object', properties: {} },
  };
}
