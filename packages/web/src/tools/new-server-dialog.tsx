import type { BodyOf } from '@lectern/contracts';
import { Button, PasswordInput, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { refreshQueries } from '../api/query-client.ts';
import { Dialog } from '../components/dialog.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { useAction } from '../components/use-action.ts';
import { useTexts } from '../i18n/language.tsx';
import { mcpServersQuery } from './mcp-servers.ts';

export function NewServerDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useTexts('tools');
  const [confirm, setConfirm] = useState<'writes' | 'all' | 'none'>('writes');
  const create = useAction((body: BodyOf<'createMcpServer'>) => call('createMcpServer', { body }), {
    quiet: true,
    onDone: () => {
      void refreshQueries(mcpServersQuery);
      onClose();
    },
  });
  return (
    <Dialog onClose={onClose} title={texts.add}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const values = new FormData(event.currentTarget);
          const token = String(values.get('token'));
          create.mutate({
            name: String(values.get('name')),
            url: String(values.get('url')),
            description: String(values.get('description')),
            confirm,
            ...(token && { headers: { Authorization: `Bearer ${token}` } }),
          });
        }}
      >
        <Stack>
          {create.isError && <ErrorNotice error={create.error} />}
          <TextInput name="name" label={texts.name} maxLength={100} required data-autofocus />
          <TextInput
            name="url"
            label={texts.url}
            placeholder="https://example.org/mcp"
            maxLength={2000}
            required
          />
          <Textarea name="description" label={texts.serverDescription} maxLength={2000} />
          <PasswordInput
            name="token"
            label={texts.token}
            description={texts.tokenText}
            autoComplete="off"
          />
          <Select
            label={texts.confirm}
            value={confirm}
            onChange={(value) => setConfirm(value ?? 'writes')}
            data={[
              { value: 'writes', label: texts.confirm_writes },
              { value: 'all', label: texts.confirm_all },
              { value: 'none', label: texts.confirm_none },
            ]}
          />
          <Button type="submit" loading={create.isPending}>
            {texts.add}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
