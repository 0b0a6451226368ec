import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { BookPlus } from 'lucide-react';
import { useMe } from '../api/session.ts';
import { useAction } from '../components/use-action.ts';
import { useTexts } from '../i18n/language.tsx';
import { addSampleCollection } from './sample-collection.ts';

/** Offers the sample documents to a person who may create collections. */
export function SampleButton() {
  const texts = useTexts('library');
  const navigate = useNavigate();
  const { scopes, role } = useMe();
  const add = useAction(addSampleCollection, {
    onDone: (collectionId) =>
      void navigate({ to: '/library/$collectionId', params: { collectionId } }),
  });
  if (role === 'viewer' || !scopes.includes('documents:write')) return null;
  return (
    <Button
      variant="default"
      leftSection={<BookPlus size={16} aria-hidden />}
      loading={add.isPending}
      onClick={() => add.mutate()}
    >
      {texts.sample}
    </Button>
  );
}
