import { name as sampleName } from 'virtual:sample-collection';
import { Box, Button, Group, Image, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { isAdmin, useMe } from '../api/session.ts';
import { Hint } from '../components/hint.tsx';
import { useTexts } from '../i18n/language.tsx';
import { lazyComponent } from '../lib/lazy-component.ts';
import { collectionsQuery } from '../library/collections.ts';
import { countLeft, useDoneSteps } from './done-steps.ts';
import classes from './new-chat-welcome.module.css';

const SampleButton = lazyComponent(() => import('../library/sample-button.tsx'), 'SampleButton');

/** The sample documents are English, so these questions are too. */
const ownExamples = {
  en: [
    'How do I back up Lectern?',
    'Which document formats are read?',
    'How do I add an MCP tool?',
  ],
};

export interface NewChatWelcomeProps {
  /** Offers questions about the sample collection. */
  readonly hasExamples: boolean;
  readonly onAsk: (text: string) => void;
}

export function NewChatWelcome({ hasExamples, onAsk }: NewChatWelcomeProps) {
  const texts = useTexts('chat');
  const collections = useQuery(collectionsQuery);
  const count = collections.data?.reduce((sum, { document_count }) => sum + document_count, 0);
  const hasOwnDocuments =
    hasExamples && (collections.data?.some(({ name }) => name === sampleName) ?? false);
  return (
    <Box className={classes.frame}>
      <Stack align="center" gap="xs" ta="center" maw={640}>
        <Image src="/icon.svg" alt="" w={56} h={56} />
        <Title order={1} size="h2">
          {count === 0 ? texts.noDocumentsTitle : texts.newTitle}
        </Title>
        <Text c="dimmed" style={{ textWrap: 'balance' }}>
          {count === 0 ? texts.noDocuments : texts.newText}
        </Text>
        {count === 0 && (
          <Group justify="center" gap="xs" mt="md">
            <Button component={Link} to="/library">
              {texts.addDocuments}
            </Button>
            <Suspense>
              <SampleButton />
            </Suspense>
          </Group>
        )}
        <StartButton />
        {hasOwnDocuments && (
          <Box mt="lg">
            <Hint mb="xs">{texts.examples}</Hint>
            <Stack gap="xs">
              {ownExamples.en.map((example) => (
                <Button key={example} variant="default" radius="xl" onClick={() => onAsk(example)}>
                  {example}
                </Button>
              ))}
            </Stack>
          </Box>
        )}
      </Stack>
    </Box>
  );
}

/** Leads admins to the first steps until a question was asked over documents. */
function StartButton() {
  const texts = useTexts('firstSteps');
  const me = useMe();
  const done = useDoneSteps();
  if (!isAdmin(me) || !done || (done.documents && done.question)) return null;
  return (
    <Button component={Link} to="/start" mt="md" variant="light">
      {texts.left(countLeft(done))}
    </Button>
  );
}
