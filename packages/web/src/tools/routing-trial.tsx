import { Alert, Box, Button, Group, SimpleGrid, Text, TextInput, Title } from '@mantine/core';
import { call } from '../api/call.ts';
import { DataTable } from '../components/data-table.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Hint } from '../components/hint.tsx';
import { useAction } from '../components/use-action.ts';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';
import type { Texts } from '../i18n/texts.ts';

interface RoutingAnswer {
  readonly servers: readonly { readonly name: string; readonly score: number }[];
  readonly tools: readonly {
    readonly server: string;
    readonly name: string;
    readonly score: number;
  }[];
  readonly decision: {
    readonly server: string | null;
    readonly kind: 'server' | 'nothing_relevant' | 'ambiguous';
    readonly reason: string;
  };
}

/** Shows which server the agent would choose for a question, with the scores. */
export function RoutingTrial() {
  const texts = useTexts('tools');
  const formats = useFormats();
  const trial = useAction(
    (query: string) => call('searchMcpServers', { body: { query, limit: 10 } }),
    { quiet: true },
  );
  return (
    <Box component="section" mt="xl">
      <Title order={2} size="h4">
        {texts.routing}
      </Title>
      <Hint mb="sm">{texts.routingText}</Hint>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          trial.mutate(String(new FormData(event.currentTarget).get('query')));
        }}
      >
        <Group align="flex-end">
          <TextInput name="query" label={texts.question} maxLength={2000} required flex={1} />
          <Button type="submit" variant="default" loading={trial.isPending}>
            {texts.try}
          </Button>
        </Group>
      </form>
      <Box mt="md" aria-live="polite">
        {trial.isError && <ErrorNotice error={trial.error} />}
        {trial.data && (
          <>
            <Alert color="lectern" mb="md">
              <Text size="sm" fw={600}>
                {describe(trial.data.decision, texts)}
              </Text>
              <Text size="sm">{trial.data.decision.reason}</Text>
            </Alert>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <DataTable
                minWidth={240}
                fz="sm"
                heads={[texts.server, texts.score]}
                rows={trial.data.servers.map(({ name, score }) => [name, formats.number(score, 3)])}
              />
              <DataTable
                minWidth={240}
                fz="sm"
                heads={[texts.tool, texts.score]}
                rows={trial.data.tools.map(({ server, name, score }) => [
                  `${server} · ${name}`,
                  formats.number(score, 3),
                ])}
              />
            </SimpleGrid>
          </>
        )}
      </Box>
    </Box>
  );
}

function describe(decision: RoutingAnswer['decision'], texts: Texts['tools']): string {
  if (decision.kind === 'server' && decision.server) return texts.decision_server(decision.server);
  return decision.kind === 'ambiguous' ? texts.decision_ambiguous : texts.decision_nothing;
}
