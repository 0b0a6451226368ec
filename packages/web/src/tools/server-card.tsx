import type { McpServer } from '@lectern/contracts';
import { Button, Card, Group, Switch, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { refreshQueries } from '../api/query-client.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Hint } from '../components/hint.tsx';
import { QuietButton } from '../components/quiet-button.tsx';
import { StateBadge } from '../components/state-badge.tsx';
import { useAction } from '../components/use-action.ts';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';
import { mcpServersQuery } from './mcp-servers.ts';
import { ServerDialog } from './server-dialog.tsx';
import { ServerTools } from './server-tools.tsx';

export interface ServerCardProps {
  readonly server: McpServer;
  readonly canChange: boolean;
}

const kinds = {
  healthy: 'good',
  failing: 'warn',
  unavailable: 'bad',
  unknown: 'quiet',
} as const;

export function ServerCard({ server, canChange }: ServerCardProps) {
  const texts = useTexts('tools');
  const formats = useFormats();
  const [isOpen, setIsOpen] = useState(false);
  const [dialog, setDialog] = useState<'edit' | 'remove'>();
  const close = () => setDialog(undefined);
  const { id, name, description, url, enabled, health, tool_count, held_tool_count } = server;
  const refresh = () => refreshQueries(mcpServersQuery);
  const toggle = useAction(
    (on: boolean) => call('updateMcpServer', { params: { id }, body: { enabled: on } }),
    { onDone: refresh },
  );
  return (
    <Card>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Group gap="xs">
            <Title order={2} size="h5">
              {name}
            </Title>
            <StateBadge kind={enabled ? kinds[health.state] : 'quiet'}>
              {enabled ? texts[health.state] : texts.disabled}
            </StateBadge>
            {held_tool_count > 0 && (
              <StateBadge kind="warn">{texts.held(held_tool_count)}</StateBadge>
            )}
          </Group>
          <Hint size="xs" style={{ overflowWrap: 'anywhere' }}>
            {url}
          </Hint>
          {description && <Text size="sm">{description}</Text>}
          {health.message && (
            <Text size="sm" c="var(--mantine-color-error)">
              {health.reason ? texts[health.reason] : health.message} ({formats.ago(health.since)})
            </Text>
          )}
        </div>
        {canChange && (
          <Switch
            label={texts.enabled}
            checked={enabled}
            onChange={(event) => toggle.mutate(event.currentTarget.checked)}
          />
        )}
      </Group>
      <Group mt="sm" gap="xs">
        <Button
          size="xs"
          variant="default"
          aria-expanded={isOpen}
          onClick={() => setIsOpen((was) => !was)}
        >
          {texts.tools(tool_count)}
        </Button>
        {canChange && (
          <>
            <Button size="xs" variant="default" onClick={() => setDialog('edit')}>
              {texts.edit}
            </Button>
            <QuietButton onClick={() => setDialog('remove')}>{texts.remove}</QuietButton>
          </>
        )}
      </Group>
      {isOpen && <ServerTools id={id} canChange={canChange} />}
      {dialog === 'edit' && <ServerDialog server={server} onClose={close} />}
      <ConfirmDialog
        isOpen={dialog === 'remove'}
        title={texts.removeTitle(name)}
        text={texts.removeText}
        action={texts.remove}
        act={() => call('deleteMcpServer', { params: { id } })}
        onDone={refresh}
        onClose={close}
      />
    </Card>
  );
}
