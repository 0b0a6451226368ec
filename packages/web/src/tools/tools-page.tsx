import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Plus, RefreshCw, Wrench } from 'lucide-react';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { refreshQueries } from '../api/query-client.ts';
import { isAdmin, useMe } from '../api/session.ts';
import { ApprovalList } from '../approvals/approval-list.tsx';
import { Empty } from '../components/empty.tsx';
import { notifyDone } from '../components/notify.ts';
import { Page } from '../components/page.tsx';
import { QueryView } from '../components/query-view.tsx';
import { useAction } from '../components/use-action.ts';
import { useTexts } from '../i18n/language.tsx';
import { mcpServersQuery } from './mcp-servers.ts';
import { RoutingTrial } from './routing-trial.tsx';
import { ServerCard } from './server-card.tsx';
import { ServerDialog } from './server-dialog.tsx';

export function ToolsPage() {
  const texts = useTexts('tools');
  const canChange = isAdmin(useMe());
  const query = useQuery(mcpServersQuery);
  const hasServers = (query.data?.mcp_servers.length ?? 0) > 0;
  const [isAdding, setIsAdding] = useState(false);
  const refresh = useAction(() => call('refreshMcpServers'), {
    onDone: () => {
      notifyDone(texts.read);
      void refreshQueries(mcpServersQuery);
    },
  });
  return (
    <Page
      title={texts.title}
      description={texts.description}
      actions={
        canChange && (
          <>
            {hasServers && (
              <Button
                variant="default"
                leftSection={<RefreshCw size={16} />}
                loading={refresh.isPending}
                onClick={() => refresh.mutate()}
              >
                {texts.readAgain}
              </Button>
            )}
            <Button leftSection={<Plus size={16} />} onClick={() => setIsAdding(true)}>
              {texts.add}
            </Button>
          </>
        )
      }
    >
      <ApprovalList />
      <QueryView query={query}>
        {({ mcp_servers }) => (
          <>
            {mcp_servers.length === 0 ? (
              <Empty icon={Wrench} title={texts.none}>
                {canChange ? texts.noneText : texts.noneForMembers}
              </Empty>
            ) : (
              <Stack>
                {mcp_servers.map((server) => (
                  <ServerCard key={server.id} server={server} canChange={canChange} />
                ))}
              </Stack>
            )}
            {hasServers && <RoutingTrial />}
          </>
        )}
      </QueryView>
      {isAdding && <ServerDialog onClose={() => setIsAdding(false)} />}
    </Page>
  );
}
