import { useNavigate } from '@tanstack/react-router';
import { memo } from 'react';
import type { Scope } from '../library/scope.ts';
import { ScopeButton } from '../library/scope-button.tsx';
import type { ChatSession } from './chat-session.ts';
import { useChatSessionState } from './use-chat-session.ts';

export const ScopePicker = memo(function ScopePicker({
  session,
}: {
  readonly session: ChatSession;
}) {
  const { scope, conversationId } = useChatSessionState(session);
  const navigate = useNavigate();
  const choose = (next: Scope) => {
    session.update({ scope: next });
    // A scope in the address would replace the choice.
    if (!conversationId && location.search !== '')
      void navigate({ to: '/', search: {}, replace: true });
  };
  return <ScopeButton scope={scope} onChange={choose} />;
});
