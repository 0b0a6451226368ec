import { Skeleton, Stack } from '@mantine/core';
import { useTexts } from '../i18n/language.tsx';

export function Loading({ lines = 5 }: { readonly lines?: number }) {
  const texts = useTexts('common');
  return (
    <Stack gap="sm" role="status" aria-label={texts.loading}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={18} width={`${92 - ((line * 17) % 40)}%`} />
      ))}
    </Stack>
  );
}
