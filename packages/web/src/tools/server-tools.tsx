import type { McpServerTool } from '@lectern/contracts';
import { Alert, Box, Button, Code, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { refreshQueries } from '../api/query-client.ts';
import { QueryView } from '../components/query-view.tsx';
import { StateBadge } from '../components/state-badge.tsx';
import { useAction } from '../components/use-action.ts';
import { useTexts } from '../i18n/language.tsx';
import { mcpServerQuery, mcpServersQuery } from './mcp-servers.ts';
import { TryTool } from './try-tool.tsx';

export interface ServerToolsProps {
  readonly id: string;
  readonly canChange: boolean;
}

/** Lists the tools of a server. A changed description is used only after it was accepted. */
export function ServerTools({ id, canChange }: ServerToolsProps) {
  const texts = useTexts('tools');
  const query = useQuery(mcpServerQuery(id));
  return (
    <Box mt="md" component="section" aria-label={texts.details}>
      <QueryView query={query}>
        {({ name: server, tools, prompts }) => (
          <>
            {tools.map((tool) => (
              <ToolRow
                key={tool.name}
                serverId={id}
                server={server}
                tool={tool}
                canChange={canChange}
              />
            ))}
            {prompts.length > 0 && (
              <>
                <Text fw={600} size="sm" mt="md">
                  {texts.prompts}
                </Text>
                {prompts.map(({ name, description }) => (
                  <Text key={name} size="sm">
                    <Code>{name}</Code> {description}
                  </Text>
                ))}
              </>
            )}
          </>
        )}
      </QueryView>
    </Box>
  );
}

interface ToolRowProps {
  readonly serverId: string;
  readonly server: string;
  readonly tool: McpServerTool;
  readonly canChange: boolean;
}

function ToolRow({ serverId, server, tool, canChange }: ToolRowProps) {
  const texts = useTexts('tools');
  const [isTrying, setIsTrying] = useState(false);
  const { name, title, description, input_schema, read_only, needs_confirmation, change } = tool;
  const accept = useAction(
    (digest: string) =>
      call('updateMcpServer', {
        params: { id: serverId },
        body: { accept_changes: [{ name, digest }] },
      }),
    { onDone: () => refreshQueries(mcpServersQuery) },
  );
  return (
    <Box py="xs">
      <Group gap="xs">
        <Text fw={600} size="sm">
          {title ?? name}
        </Text>
        {title && <Code>{name}</Code>}
        {read_only && (
          <StateBadge kind="good" size="sm">
            {texts.readOnly}
          </StateBadge>
        )}
        {needs_confirmation && (
          <StateBadge kind="warn" size="sm">
            {texts.needsConfirmation}
          </StateBadge>
        )}
      </Group>
      <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
        {description}
      </Text>
      <details>
        <Text component="summary" size="xs">
          {texts.inputs}
        </Text>
        <Code block tabIndex={0}>
          {JSON.stringify(input_schema, null, 2)}
        </Code>
      </details>
      <Button
        size="compact-xs"
        variant="default"
        mt={6}
        aria-expanded={isTrying}
        aria-label={`${texts.tryTool}: ${name}`}
        onClick={() => setIsTrying(!isTrying)}
      >
        {texts.tryTool}
      </Button>
      {isTrying && <TryTool server={server} tool={tool} />}
      {change && (
        <Alert color="yellow" title={tool.is_new ? texts.isNew : texts.changed} mt="xs">
          {!tool.is_new && (
            <>
              <Text size="sm" fw={600}>
                {texts.now}
              </Text>
              <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
                {change.description}
              </Text>
            </>
          )}
          {canChange && (
            <Button
              size="xs"
              variant="default"
              mt="xs"
              loading={accept.isPending}
              onClick={() => accept.mutate(change.digest)}
            >
              {texts.accept}
            </Button>
          )}
        </Alert>
      )}
    </Box>
  );
}
