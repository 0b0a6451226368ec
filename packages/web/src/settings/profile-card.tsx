import { Button, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../api/call.ts';
import { describeError } from '../api/describe-error.ts';
import { membersQuery } from '../api/people.ts';
import { refreshQueries } from '../api/query-client.ts';
import { meQuery, useMe } from '../api/session.ts';
import { Hint } from '../components/hint.tsx';
import { notifyDone } from '../components/notify.ts';
import { TitledCard } from '../components/titled-card.tsx';
import { useAction } from '../components/use-action.ts';
import { useLanguage, useTexts } from '../i18n/language.tsx';

export function ProfileCard() {
  const texts = useTexts('settings');
  const language = useLanguage();
  const client = useQueryClient();
  const { user } = useMe();
  const [name, setName] = useState(user.name);
  const [isMissing, setIsMissing] = useState(false);
  const save = useAction(() => call('updateMe', { body: { name } }), {
    onDone: (me) => {
      client.setQueryData(meQuery.queryKey, me);
      void refreshQueries(membersQuery);
      setName(me.user.name);
      notifyDone(texts.nameChanged);
    },
    quiet: true,
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const hasNone = name.trim() === '';
    setIsMissing(hasNone);
    save.reset();
    if (!hasNone) save.mutate();
  };
  const failure = save.isError && describeError(save.error, language);
  return (
    <TitledCard title={texts.profile}>
      <Hint mb="sm">{user.email}</Hint>
      <form onSubmit={onSubmit} noValidate>
        <Stack maw={480}>
          <TextInput
            name="name"
            label={texts.name}
            autoComplete="name"
            maxLength={200}
            required
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={isMissing ? texts.nameMissing : failure}
          />
          <Button type="submit" loading={save.isPending} style={{ alignSelf: 'flex-start' }}>
            {texts.save}
          </Button>
        </Stack>
      </form>
    </TitledCard>
  );
}
