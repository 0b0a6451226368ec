import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isAdmin, useMe } from '../api/session.ts';
import { Hint } from '../components/hint.tsx';
import { useTexts } from '../i18n/language.tsx';
import { canRead, modelsQuery } from '../models/models.ts';

/** Offers to connect a model to people who may, while answers are quotes. */
export function QuotesOnlyLine() {
  const texts = useTexts('chat');
  const me = useMe();
  const { data: models } = useQuery(modelsQuery);
  if (!isAdmin(me) || !models || models.some(canRead)) return null;
  return (
    <Hint mt="sm">
      {texts.quotesOnly}{' '}
      <Anchor component={Link} to="/models" size="sm" underline="always">
        {texts.connectModel}
      </Anchor>
    </Hint>
  );
}
