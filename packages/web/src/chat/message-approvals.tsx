import type { ApprovalData } from '@lectern/contracts';
import { Button, Card, Code, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../components/use-action.ts';
import { useTexts } from '../i18n/language.tsx';
import type { ChatMessage } from './chat-message.ts';
import type { ChatSession } from './chat-session.ts';

export interface MessageApprovalsProps {
  readonly session: ChatSession;
  readonly message: ChatMessage;
}

export function MessageApprovals({ session, message }: MessageApprovalsProps) {
  const isOver = message.parts.some(({ type }) => type === 'data-citations');
  if (isOver) return null;
  return message.parts.map((part) =>
    part.type === 'data-approval' ? (
      <Approval key={part.data.id} session={session} approval={part.data} />
    ) : null,
  );
}

interface ApprovalProps {
  readonly session: ChatSession;
  readonly approval: ApprovalData;
}

function Approval({ session, approval }: ApprovalProps) {
  const texts = useTexts('chat');
  const [isAnswered, setIsAnswered] = useState(false);
  const answer = useAction(
    (decision: 'approve' | 'deny') => {
      setIsAnswered(true);
      return session.decide(approval.id, decision);
    },
    { onFailed: () => setIsAnswered(false) },
  );
  if (isAnswered) return null;
  return (
    <Card mt="sm" role="group" aria-label={texts.approvalTitle(approval.tool)}>
      <Text fw={600}>{texts.approvalTitle(approval.tool)}</Text>
      {approval.documents && (
        <Text size="sm">{texts.approvalShares(approval.server, approval.documents)}</Text>
      )}
      {/* Wrapped, so that a person sees all of what they allow. */}
      <Code block my="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {JSON.stringify(approval.arguments, null, 2)}
      </Code>
      <Group>
        <Button size="xs" loading={answer.isPending} onClick={() => answer.mutate('approve')}>
          {texts.allow}
        </Button>
        <Button size="xs" variant="default" onClick={() => answer.mutate('deny')}>
          {texts.deny}
        </Button>
      </Group>
    </Card>
  );
}
