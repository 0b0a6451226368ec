import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { isAdmin, useMe } from '../api/session.ts';
import { useTexts } from '../i18n/language.tsx';
import { countLeft, useDoneSteps } from './done-steps.ts';

/** Leads admins to the first steps until a question was asked over documents. */
export function StartButton() {
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
