import { useNavigate } from '@tanstack/react-router';
import { memo } from 'react';
import type { Scope } from '../library/scope.ts';
import { ScopeButton } from '../library/scope-button.tsx';
import type { ChatSession } from './chat-session.ts';
import { useChatSessionState } from './use-chat-session.ts';

/** Which collections and documents a question may be answered from. */
export const ScopePicker = memo(function ScopePicker({
  session,
}: {
  readonly session: ChatSession;
}) {
  const { scope, conversationId } = useChatSessionState(session);
  const navigate = useNavigate();
  const choose = (next: Scope) => {
    session.update({ scope: next });
    // An address that names another scope would bring it back.
    if (!conversationId && location.search !== '')
      void navigate({ to: '/', search: {}, replace: true });
  };
  return <ScopeButton scope={scope} onChange={choose} />;
});
