import { Anchor, Button, Card, Code, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { refreshQueries } from '../api/query-client.ts';
import { conversationsQuery } from '../chat/conversations.ts';
import { Hint } from '../components/hint.tsx';
import { useAction } from '../components/use-action.ts';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';
import {
  type Decision,
  decideCall,
  type PendingApproval,
  pendingApprovalsQuery,
  usePendingApprovals,
} from './pending-approvals.ts';

/** Tool calls that wait for this person; renders nothing while there are none. */
export function ApprovalList() {
  const texts = useTexts('approvals');
  const { approvals, omitted_client_calls: omitted } = usePendingApprovals();
  if (approvals.length === 0 && !omitted) return null;
  return (
    <section aria-label={texts.title}>
      <Title order={2} size="h4">
        {texts.title}
      </Title>
      <Hint mb="sm">{texts.text}</Hint>
      {Boolean(omitted) && (
        <Text size="sm" mb="sm">
          {texts.omitted(omitted ?? 0)}
        </Text>
      )}
      <Stack mb="xl">
        {approvals.map((approval) => (
          <ApprovalCard key={approval.id} approval={approval} />
        ))}
      </Stack>
    </section>
  );
}

function ApprovalCard({ approval }: { readonly approval: PendingApproval }) {
  const texts = useTexts('approvals');
  const chatTexts = useTexts('chat');
  const formats = useFormats();
  const { server, tool, conversation_id, expires_at } = approval;
  const decide = useAction((decision: Decision) => decideCall(approval, decision), {
    onDone: () => {
      void refreshQueries(conversationsQuery, pendingApprovalsQuery);
    },
  });
  return (
    <Card>
      <Group justify="space-between" gap="xs">
        <Text fw={600}>
          {server} · {tool}
        </Text>
        <Hint size="xs">{texts.expires(formats.ago(expires_at))}</Hint>
      </Group>
      <Hint>
        {conversation_id ? (
          <Anchor component={Link} to={`/chat/${conversation_id}`} size="sm" underline="always">
            {texts.conversation}
          </Anchor>
        ) : (
          texts.ofClient
        )}
      </Hint>
      {approval.documents && (
        <Text size="sm">{chatTexts.approvalShares(server, approval.documents)}</Text>
      )}
      {/* Wrapped, so that a person sees all of what they allow. */}
      <Code block my="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {JSON.stringify(approval.arguments, null, 2)}
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
          {texts.deny}
        </Button>
      </Group>
    </Card>
  );
}
