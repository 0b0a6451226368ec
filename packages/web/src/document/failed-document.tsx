import type { Document, FailureCode } from '@lectern/contracts';
import { Button, FileButton, Group } from '@mantine/core';
import { FileUp, FileX, KeyRound, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { Empty } from '../components/empty.tsx';
import { useTexts } from '../i18n/language.tsx';
import { UnlockDialog } from '../library/unlock-dialog.tsx';
import { useReplace, useRetry } from '../library/use-document-tasks.ts';

export interface FailedDocumentProps {
  readonly document: Document;
  readonly canChange: boolean;
}

/** Failures that a retry may resolve. */
const passing: readonly FailureCode[] = ['time_limit', 'memory_limit', 'internal'];

/** Shows why a document failed and what the person can do. */
export function FailedDocument({ document, canChange }: FailedDocumentProps) {
  const texts = useTexts('document');
  const library = useTexts('library');
  const [isUnlocking, setIsUnlocking] = useState(false);
  const retry = useRetry(document);
  const replace = useReplace(document);
  const code = document.error?.code ?? 'internal';
  const isLocked = code === 'password_required';
  const retryFirst = passing.includes(code);
  return (
    <Empty
      icon={isLocked ? KeyRound : FileX}
      title={library[`error_${code}`]}
      action={
        canChange && (
          <Group justify="center" gap="xs">
            {isLocked ? (
              <Button leftSection={<KeyRound size={16} />} onClick={() => setIsUnlocking(true)}>
                {library.unlock}
              </Button>
            ) : (
              <Button
                variant={retryFirst ? 'filled' : 'default'}
                leftSection={<RotateCcw size={16} />}
                loading={retry.isPending}
                onClick={() => retry.mutate(undefined)}
              >
                {library.retry}
              </Button>
            )}
            <FileButton onChange={(file) => file && replace.mutate(file)}>
              {(props) => (
                <Button
                  {...props}
                  variant={isLocked || retryFirst ? 'default' : 'filled'}
                  leftSection={<FileUp size={16} />}
                  loading={replace.isPending}
                >
                  {library.replace}
                </Button>
              )}
            </FileButton>
            <UnlockDialog
              document={document}
              isOpen={isUnlocking}
              onClose={() => setIsUnlocking(false)}
            />
          </Group>
        )
      }
    >
      {canChange ? texts.failedText : texts.failedForReaders}
    </Empty>
  );
}
