import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ChatView } from './chat-view.tsx';
import { useChatSession, useNewChatSession } from './use-chat-session.ts';

export function NewChatPage() {
  const navigate = useNavigate();
  const { scope, document } = useSearch({ from: '/shell/' });
  const open = useCallback(
    (conversationId: string) =>
      void navigate({ to: '/chat/$conversationId', params: { conversationId }, replace: true }),
    [navigate],
  );
  const session = useNewChatSession(open);
  return (
    <ChatView key="new" session={session} source={undefined} scope={scope} document={document} />
  );
}

export function ChatPage() {
  const { conversationId } = useParams({ from: '/shell/chat/$conversationId' });
  const { source } = useSearch({ from: '/shell/chat/$conversationId' });
  const session = useChatSession(conversationId);
  return <ChatView key={conversationId} session={session} source={source} />;
}
