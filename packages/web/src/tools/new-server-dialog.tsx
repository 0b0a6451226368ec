import { PasswordInput, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { FormDialog } from '../components/form-dialog.tsx';
import { useTexts } from '../i18n/language.tsx';
import { mcpServersQuery } from './mcp-servers.ts';

export function NewServerDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useTexts('tools');
  const [confirm, setConfirm] = useState<'writes' | 'all' | 'none'>('writes');
  return (
    <FormDialog
      title={texts.add}
      label={texts.add}
      changes={[mcpServersQuery]}
      act={({ name = '', url = '', description, token }) => {
        const headers = token ? { headers: { Authorization: `Bearer ${token}` } } : {};
        return call('createMcpServer', { body: { name, url, description, confirm, ...headers } });
      }}
      onClose={onClose}
    >
      <Stack>
        <TextInput name="name" label={texts.name} maxLength={100} required data-autofocus />
        <TextInput
          name="url"
          label={texts.url}
          placeholder="https://example.org/mcp"
          maxLength={2000}
          required
        />
        <Textarea name="description" label={texts.descriptionField} maxLength={2000} />
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
          data={(['writes', 'all', 'none'] as const).map((value) => ({
            value,
            label: texts[`confirm_${value}`],
          }))}
        />
      </Stack>
    </FormDialog>
  );
}
