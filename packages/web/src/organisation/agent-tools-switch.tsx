import { Switch } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { useAction } from '../components/use-action.ts';
import { useTexts } from '../i18n/language.tsx';

const settingsQuery = queryOptions({
  queryKey: ['mcp-tool-settings'],
  queryFn: ({ signal }) => call('getMcpToolSettings', { signal }),
});

/** Lets owners and administrators offer outside tools to agents. */
export function AgentToolsSwitch() {
  const texts = useTexts('organisation');
  const client = useQueryClient();
  const { data } = useQuery(settingsQuery);
  const change = useAction(
    (isOn: boolean) => call('changeMcpToolSettings', { body: { offered_to_agents: isOn } }),
    { onDone: (settings) => client.setQueryData(settingsQuery.queryKey, settings) },
  );
  return (
    <Switch
      mt="sm"
      label={texts.offerTools}
      description={texts.offerToolsText}
      checked={data?.offered_to_agents ?? false}
      disabled={data === undefined || change.isPending}
      onChange={(event) => change.mutate(event.currentTarget.checked)}
    />
  );
}
