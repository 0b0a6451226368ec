import { Anchor, Button, Card, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { conversationsQuery } from '../chat/conversations.ts';
import { useAction } from '../components/use-action.ts';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';
import { waitingTexts } from './approval-texts.ts';
import {
  type Decision,
  decideCall,
  useWaitingCalls,
  type WaitingCall,
  waitingKey,
} from './pending-approvals.ts';

/** Calls of tools that wait for this person; nothing while none does. */
export function WaitingList() {
  const texts = useTexts(waitingTexts);
  const calls = useWaitingCalls();
  if (calls.length === 0) return null;
  return (
    <section aria-label={texts.title}>
      <Title order={2} size="h4">
        {texts.title}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {texts.text}
      </Text>
      <Stack mb="xl">
        {calls.map((waiting) => (
          <WaitingCard key={waiting.id} waiting={waiting} />
        ))}
      </Stack>
    </section>
  );
}

function WaitingCard({ waiting }: { readonly waiting: WaitingCall }) {
  const texts = useTexts(waitingTexts);
  const formats = useFormats();
  const client = useQueryClient();
  const { server, tool, conversationId, expires_at } = waiting;
  const decide = useAction((decision: Decision) => decideCall(waiting, decision), {
    onDone: () => {
      void client.invalidateQueries({ queryKey: conversationsQuery.queryKey });
      void client.invalidateQueries({ queryKey: waitingKey });
    },
  });
  return (
    <Card withBorder>
      <Group justify="space-between" gap="xs">
        <Text fw={600}>
          {server} · {tool}
        </Text>
        <Text size="xs" c="dimmed">
          {texts.until(formats.ago(expires_at))}
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        {conversationId ? (
          <Anchor component={Link} to={`/chat/${conversationId}`} size="sm" underline="always">
            {texts.conversation}
          </Anchor>
        ) : (
          texts.ofClient
        )}
      </Text>
      {/* Wrapped: nobody agrees to what is out of sight. */}
      <Code block my="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {JSON.stringify(waiting.arguments, null, 2)}
      </Code>
      <Group gap="xs">
        <Button
          size="xs"
          loading={decide.isPending && decide.variables === 'approve'}
          disabled={decide.isPending}
          onClick={() => decide.mutate('approve')}
        >
          {texts.allow}
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={decide.isPending}
          onClick={() => decide.mutate('deny')}
        >
          {texts.refuse}
        </Button>
      </Group>
    </Card>
  );
}
