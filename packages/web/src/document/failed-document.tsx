import type { Document } from '@lectern/contracts';
import { Button, Group } from '@mantine/core';
import { FileX, KeyRound, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { Empty } from '../components/empty.tsx';
import { useTexts } from '../i18n/language.tsx';
import { mayPass, ReplaceButton } from '../library/replace-button.tsx';
import { UnlockDialog } from '../library/unlock-dialog.tsx';
import { useRetry } from '../library/use-document-tasks.ts';

export interface FailedDocumentProps {
  readonly document: Document;
  readonly canChange: boolean;
}

/** Shows why a document failed and what the person can do. */
export function FailedDocument({ document, canChange }: FailedDocumentProps) {
  const texts = useTexts('document');
  const library = useTexts('library');
  const [isUnlocking, setIsUnlocking] = useState(false);
  const retry = useRetry(document);
  const code = document.error?.code ?? 'internal';
  const isLocked = code === 'password_required';
  const retryFirst = mayPass(document);
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
            <ReplaceButton
              document={document}
              variant={isLocked || retryFirst ? 'default' : 'filled'}
            />
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
