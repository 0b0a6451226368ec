import {
  type AppError,
  isModelProblem,
  type ModelProblem,
  modelProblems,
  type Warning,
} from '@lectern/contracts';

/** Returns the warning that a failed turn stores of its model's problem. Its code is the reason. */
export function listModelProblems({ details }: AppError): Warning[] {
  const reason = details?.reason;
  return isModelProblem(reason) ? [{ code: reason, message: modelProblems[reason] }] : [];
}

export function findModelProblem(warnings: readonly Warning[]): ModelProblem | undefined {
  return warnings.map(({ code }) => code).find(isModelProblem);
}
