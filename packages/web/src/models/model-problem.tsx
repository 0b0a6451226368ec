import type { ModelFailure } from '@lectern/contracts';
import { Alert } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import { ApiError } from '../api/api-error.ts';
import { useTexts } from '../i18n/language.tsx';

/** Shows why a model does not answer. */
export function ModelProblem({ text }: { readonly text: string }) {
  return (
    <Alert color="red" variant="light" icon={<CircleAlert aria-hidden />} role="alert">
      {text}
    </Alert>
  );
}

/** Returns the function that names a reason; a local model is read from files. */
export function useProblemTexts(): (reason: ModelFailure, isLocal: boolean) => string {
  const texts = useTexts('models');
  return (reason, isLocal) =>
    (isLocal && (texts.localProblems as Readonly<Record<string, string>>)[reason]) ||
    texts.problems[reason];
}

/** Returns the reason of an error after which a model was not added. */
export function readReason(error: Error): ModelFailure | undefined {
  // Only this error has a reason.
  return error instanceof ApiError ? (error.details.reason as ModelFailure) : undefined;
}
