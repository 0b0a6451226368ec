import { Button, Card, Group, Stack, ThemeIcon, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import { Check, FileUp } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useMe } from '../api/session.ts';
import { Hint } from '../components/hint.tsx';
import { Loading } from '../components/loading.tsx';
import { Page } from '../components/page.tsx';
import { useAction } from '../components/use-action.ts';
import { useTexts } from '../i18n/language.tsx';
import { addFiles } from '../library/add-files.ts';
import { collectionsQuery, createCollection } from '../library/collections.ts';
import { type NamedFile, nameFiles } from '../library/named-file.ts';
import { SampleButton } from '../library/sample-button.tsx';
import { FoundModels } from '../models/found-models.tsx';
import { ModelDialog } from '../models/model-dialog.tsx';
import { countLeft, useDoneSteps } from './done-steps.ts';
import classes from './start-page.module.css';

/** Three steps to the first answer. Each ticks itself off; the page leaves when all are done. */
export function StartPage() {
  const texts = useTexts('firstSteps');
  const me = useMe();
  const [isConnecting, setIsConnecting] = useState(false);
  const done = useDoneSteps({ refreshes: true });
  if (!done) {
    return (
      <Page title={texts.title}>
        <Loading />
      </Page>
    );
  }
  if (countLeft(done) === 0) return <Navigate to="/" replace />;
  return (
    <Page title={texts.title} description={texts.text}>
      <Stack gap="sm">
        <Step number={1} isDone={done.documents} title={texts.documents} text={texts.documentsText}>
          <AddDocuments />
        </Step>
        <Step number={2} isDone={done.model} title={texts.model} text={texts.modelText}>
          {me.role === 'owner' && <FoundModels looksAtOnce />}
          <Button variant="default" mt="sm" onClick={() => setIsConnecting(true)}>
            {texts.connectModel}
          </Button>
          {isConnecting && <ModelDialog onClose={() => setIsConnecting(false)} />}
        </Step>
        <Step number={3} isDone={done.question} title={texts.question} text={texts.questionText}>
          <Button component={Link} to="/">
            {texts.ask}
          </Button>
        </Step>
      </Stack>
    </Page>
  );
}

interface StepProps {
  readonly number: number;
  readonly isDone: boolean;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

function Step({ number, isDone, title, text, children }: StepProps) {
  const texts = useTexts('firstSteps');
  return (
    <Card data-step={number} data-done={isDone || undefined}>
      <Group wrap="nowrap" align="flex-start">
        <ThemeIcon radius="xl" size={28} variant={isDone ? 'filled' : 'light'} aria-hidden>
          {isDone ? <Check size={16} /> : number}
        </ThemeIcon>
        <div style={{ flex: 1, minWidth: 0 }}>
          <Title order={2} size="h5">
            {title}
            {isDone && <span className="visually-hidden"> ({texts.done})</span>}
          </Title>
          {!isDone && (
            <>
              <Hint mb="xs">{text}</Hint>
              {children}
            </>
          )}
        </div>
      </Group>
    </Card>
  );
}

/** Accepts files by drop and by button, for a new collection. */
function AddDocuments() {
  const texts = useTexts('firstSteps');
  const input = useRef<HTMLInputElement>(null);
  const { data: collections } = useQuery(collectionsQuery);
  const add = useAction(async (files: readonly NamedFile[]) => {
    const known = collections?.find(({ name }) => name === texts.library);
    addFiles((known ?? (await createCollection({ name: texts.library }))).id, files);
  });
  const accept = (files: FileList | null) => {
    const named = nameFiles(files ?? []);
    if (named.length > 0 && !add.isPending) add.mutate(named);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: The button does the same by keyboard.
    <div
      className={classes.drop}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        accept(event.dataTransfer.files);
      }}
    >
      <input
        ref={input}
        type="file"
        multiple
        hidden
        data-upload="first"
        onChange={({ currentTarget }) => {
          accept(currentTarget.files);
          currentTarget.value = '';
        }}
      />
      <Group gap="xs" justify="center">
        <Button
          leftSection={<FileUp size={16} aria-hidden />}
          loading={add.isPending}
          onClick={() => input.current?.click()}
        >
          {texts.chooseFiles}
        </Button>
        <SampleButton />
      </Group>
      <Hint size="xs" mt="xs">
        {texts.orDrop}
      </Hint>
    </div>
  );
}
