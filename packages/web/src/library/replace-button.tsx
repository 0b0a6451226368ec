import type { Document, FailureCode } from '@lectern/contracts';
import { Button, type ButtonProps, FileButton } from '@mantine/core';
import { FileUp } from 'lucide-react';
import { useTexts } from '../i18n/language.tsx';
import { useReplace } from './use-document-tasks.ts';

/** Failures that a retry may resolve; any other needs another file. */
const passing: readonly FailureCode[] = ['time_limit', 'memory_limit', 'internal'];

export function mayPass({ error }: Document): boolean {
  return passing.includes(error?.code ?? 'internal');
}

/** Replaces the file of the document by a chosen one. */
export function ReplaceButton({
  document,
  ...props
}: ButtonProps & { readonly document: Document }) {
  const texts = useTexts('library');
  const replace = useReplace(document);
  return (
    <FileButton onChange={(file) => file && replace.mutate(file)}>
      {({ onClick }) => (
        <Button
          leftSection={<FileUp size={16} />}
          loading={replace.isPending}
          onClick={onClick}
          {...props}
        >
          {texts.replace}
        </Button>
      )}
    </FileButton>
  );
}
