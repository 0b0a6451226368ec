import type { ApiKey, CreateApiKey } from '@lectern/contracts';
import {
  ActionIcon,
  Badge,
  Button,
  Card,
  Checkbox,
  Group,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { KeyRound, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { readAllPages } from '../api/read-all-pages.ts';
import { useMe } from '../api/session.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Empty } from '../components/empty.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { Hint } from '../components/hint.tsx';
import { ListView } from '../components/list-view.tsx';
import { Page } from '../components/page.tsx';
import { SecretDialog } from '../components/secret-dialog.tsx';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';

const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: ({ signal }) => readAllPages((query) => call('listApiKeys', { query, signal }), 'keys'),
});

export function KeysPage() {
  const texts = useTexts('keys');
  const query = useQuery(keysQuery);
  const [isMaking, setIsMaking] = useState(false);
  const [secret, setSecret] = useState<string>();
  return (
    <Page
      title={texts.keys}
      description={texts.description}
      actions={
        <Button leftSection={<Plus size={16} />} onClick={() => setIsMaking(true)}>
          {texts.newKey}
        </Button>
      }
    >
      <ListView
        query={query}
        empty={<Empty icon={KeyRound} title={texts.none} children={texts.noneText} />}
      >
        {(key) => <KeyCard key={key.id} apiKey={key} />}
      </ListView>
      {isMaking && <NewKeyDialog onClose={() => setIsMaking(false)} onMade={setSecret} />}
      <SecretDialog
        title={texts.shown}
        note={texts.shownText}
        secret={secret}
        onClose={() => setSecret(undefined)}
      />
    </Page>
  );
}

function KeyCard({ apiKey }: { readonly apiKey: ApiKey }) {
  const { id, name, start, scopes, expires_at, last_used_at } = apiKey;
  const texts = useTexts('keys');
  const formats = useFormats();
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <Card>
      <Group justify="space-between" wrap="nowrap">
        <div>
          <Text fw={600}>{name}</Text>
          <Hint size="xs">
            {start}… · {last_used_at ? texts.lastUsed(formats.ago(last_used_at)) : texts.unused}
            {expires_at && ` · ${texts.expiresAt(formats.date(expires_at))}`}
          </Hint>
        </div>
        <ActionIcon aria-label={texts.delete(name)} onClick={() => setIsDeleting(true)}>
          <Trash2 size={16} />
        </ActionIcon>
      </Group>
      <Group gap={6} mt="xs">
        {scopes.map((scope) => (
          <Badge key={scope} variant="default" size="sm" tt="none">
            {texts[`scope_${scope}`]}
          </Badge>
        ))}
      </Group>
      <ConfirmDialog
        isOpen={isDeleting}
        title={texts.delete(name)}
        text={texts.deleteText}
        action={texts.deleteAction}
        act={() => call('deleteApiKey', { params: { id } })}
        changes={[keysQuery]}
        onClose={() => setIsDeleting(false)}
      />
    </Card>
  );
}

interface NewKeyDialogProps {
  readonly onClose: () => void;
  readonly onMade: (key: string) => void;
}

function NewKeyDialog({ onClose, onMade }: NewKeyDialogProps) {
  const texts = useTexts('keys');
  const me = useMe();
  const [scopes, setScopes] = useState<string[]>(['search', 'documents:read', 'chat', 'mcp']);
  const [days, setDays] = useState<string>('90');
  return (
    <FormDialog
      title={texts.newKey}
      label={texts.create}
      isDisabled={scopes.length === 0}
      changes={[keysQuery]}
      act={({ name = '' }) =>
        call('createApiKey', {
          body: {
            name,
            scopes: scopes as CreateApiKey['scopes'],
            ...(days !== 'never' && { expires_in_days: Number(days) }),
          },
        })
      }
      onDone={({ key }) => onMade(key)}
      onClose={onClose}
    >
      <Stack>
        <TextInput name="name" label={texts.name} maxLength={100} required data-autofocus />
        <Checkbox.Group label={texts.scopes} value={scopes} onChange={setScopes}>
          <Stack gap="xs" mt="xs">
            {me.scopes.map((scope) => (
              <Checkbox key={scope} value={scope} label={texts[`scope_${scope}`]} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Select
          label={texts.expires}
          value={days}
          onChange={(value) => setDays(value ?? '90')}
          data={[
            ...['30', '90', '365'].map((value) => ({ value, label: texts.days(Number(value)) })),
            { value: 'never', label: texts.never },
          ]}
        />
      </Stack>
    </FormDialog>
  );
}
