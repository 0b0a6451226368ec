import { Button, Card, Code, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { useAction } from '../parts/use-action.ts';
import { useTexts } from '../texts/language.tsx';
import { chatTexts } from './chat-texts.ts';
import type { ApprovalData, TalkMessage } from './talk-message.ts';

/** Tools that wait until the person allows or refuses them. */
export function Approvals({ message }: { readonly message: TalkMessage }) {
  const conversationId = message.metadata?.conversation_id;
  const isOver = message.parts.some(({ type }) => type === 'data-citations');
  if (!conversationId || isOver) return null;
  return message.parts.map((part) =>
    part.type === 'data-approval' ? (
      <Approval key={part.data.id} conversationId={conversationId} approval={part.data} />
    ) : null,
  );
}

interface ApprovalProps {
  readonly conversationId: string;
  readonly approval: ApprovalData;
}

function Approval({ conversationId, approval }: ApprovalProps) {
  const texts = useTexts(chatTexts);
  const [isAnswered, setIsAnswered] = useState(false);
  const answer = useAction(
    (decision: 'approve' | 'deny') =>
      call('decideApproval', {
        params: { id: conversationId, approval_id: approval.id },
        body: { decision },
      }),
    { onDone: () => setIsAnswered(true) },
  );
  if (isAnswered) return null;
  return (
    <Card withBorder mt="sm" role="group" aria-label={texts.approvalTitle(approval.tool)}>
      <Text fw={600}>{texts.approvalTitle(approval.tool)}</Text>
      <Code block my="sm" tabIndex={0}>
        {JSON.stringify(approval.arguments, null, 2)}
      </Code>
      <Group>
        <Button size="xs" loading={answer.isPending} onClick={() => answer.mutate('approve')}>
          {texts.approve}
        </Button>
        <Button size="xs" variant="default" onClick={() => answer.mutate('deny')}>
          {texts.refuse}
        </Button>
      </Group>
    </Card>
  );
}
