import { Button, Card, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Hint } from '../components/hint.tsx';
import { SetPicker } from '../evaluation-sets/set-picker.tsx';
import { useTexts } from '../i18n/language.tsx';
import classes from './search.module.css';
import type { Marking } from './use-marking.ts';

export interface MarkingBarProps {
  readonly marking: Marking;
  readonly query: string;
}

export function MarkingBar({ marking, query }: MarkingBarProps) {
  const texts = useTexts('search');
  const { setId, setSetId, answers, isSaved, isSaving, save } = marking;
  const isOpen = setId !== '' && query !== '';
  return (
    <Card component="section" aria-label={texts.correctAnswers}>
      <Hint mb="xs">{texts.markText}</Hint>
      <Group align="flex-end" gap="sm">
        <SetPicker setId={setId} onChange={setSetId} />
        {isOpen && (
          <Button size="sm" loading={isSaving} disabled={isSaved} onClick={save}>
            {texts.saveQuestion}
          </Button>
        )}
        {setId !== '' && (
          <Link to="/evaluations/$setId" params={{ setId }} className={classes.toSet}>
            {texts.toSet}
          </Link>
        )}
      </Group>
      {isOpen && (
        <Text size="sm" mt="xs" role="status">
          {texts.rightAnswers(answers.length)}
        </Text>
      )}
    </Card>
  );
}
