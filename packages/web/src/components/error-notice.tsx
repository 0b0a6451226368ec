import { Alert, Button, Text } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import { ApiError } from '../api/api-error.ts';
import { describeError } from '../api/describe-error.ts';
import { useLanguage, useTexts } from '../i18n/language.tsx';
import { Hint } from './hint.tsx';

export interface ErrorNoticeProps {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
}

/** An error message with an optional retry button. */
export function ErrorNotice({ error, onRetry }: ErrorNoticeProps) {
  const language = useLanguage();
  const texts = useTexts('common');
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <Alert color="red" variant="light" icon={<CircleAlert aria-hidden />} role="alert">
      <Text size="sm" c="var(--mantine-color-text)">
        {describeError(error, language)}
      </Text>
      {requestId && (
        <Hint size="xs" mt={4}>
          {texts.requestId(requestId)}
        </Hint>
      )}
      {onRetry && (
        <Button variant="default" size="xs" mt="sm" onClick={onRetry}>
          {texts.retry}
        </Button>
      )}
    </Alert>
  );
}
