import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { describeError } from '../api/describe-error.ts';
import { useLanguage } from '../i18n/language.tsx';
import { notifyFailed } from './notify.ts';

/** A mutation that reports its error in a notice unless `quiet` is set. */
export function useAction<Input = void, Output = unknown>(
  act: (input: Input) => Promise<Output>,
  options: {
    readonly onDone?: (output: Output, input: Input) => void;
    readonly onFailed?: () => void;
    readonly quiet?: boolean;
  } = {},
): UseMutationResult<Output, Error, Input> {
  const language = useLanguage();
  return useMutation({
    mutationFn: act,
    onSuccess: (output, input) => options.onDone?.(output, input),
    onError: (error) => {
      options.onFailed?.();
      if (!options.quiet) notifyFailed(describeError(error, language));
    },
  });
}
