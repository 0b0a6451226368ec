import type { McpServer } from '@lectern/contracts';
import { PasswordInput, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { FormDialog } from '../components/form-dialog.tsx';
import { useTexts } from '../i18n/language.tsx';
import { type Visibility, VisibilityFields } from '../models/visibility-fields.tsx';
import { mcpServersQuery } from './mcp-servers.ts';

export interface ServerDialogProps {
  /** The server to change; undefined for a new one. */
  readonly server?: McpServer;
  readonly onClose: () => void;
}

const everybody: Visibility = { everyone: true, roles: [], team_ids: [] };

/** Adds a server, or changes it. */
export function ServerDialog({ server, onClose }: ServerDialogProps) {
  const texts = useTexts('tools');
  const [confirm, setConfirm] = useState(server?.confirm ?? 'writes');
  const [visibility, setVisibility] = useState<Visibility>(server?.visibility ?? everybody);
  return (
    <FormDialog
      title={server ? texts.editTitle(server.name) : texts.add}
      label={server ? texts.save : texts.add}
      changes={[mcpServersQuery]}
      act={({ name = '', url = '', description = '', token }) => {
        const headers = token ? { headers: { Authorization: `Bearer ${token}` } } : {};
        const body = { name, description, confirm, visibility, ...headers };
        if (!server) return call('createMcpServer', { body: { ...body, url } });
        // A new address would have the tools read again.
        const change = { ...body, ...(url !== server.url && { url }) };
        return call('updateMcpServer', { params: { id: server.id }, body: change });
      }}
      onClose={onClose}
    >
      <Stack>
        <TextInput
          name="name"
          label={texts.name}
          defaultValue={server?.name}
          maxLength={100}
          required
          data-autofocus
        />
        <TextInput
          name="url"
          label={texts.url}
          description={texts.urlText}
          defaultValue={server?.url}
          placeholder="https://example.org/mcp"
          maxLength={2000}
          required
        />
        <Textarea
          name="description"
          label={texts.descriptionField}
          defaultValue={server?.description}
          maxLength={2000}
        />
        <PasswordInput
          name="token"
          label={texts.token}
          description={server?.header_names.length ? texts.tokenKept : texts.tokenText}
          autoComplete="off"
        />
        <Select
          label={texts.confirm}
          value={confirm}
          onChange={(value) => setConfirm(value ?? confirm)}
          data={(['writes', 'all', 'none'] as const).map((value) => ({
            value,
            label: texts[`confirm_${value}`],
          }))}
        />
        <VisibilityFields value={visibility} onChange={setVisibility} />
      </Stack>
    </FormDialog>
  );
}
