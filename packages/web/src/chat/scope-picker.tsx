import { useNavigate } from '@tanstack/react-router';
import { memo } from 'react';
import type { Scope } from '../library/scope.ts';
import { ScopeButton } from '../library/scope-button.tsx';
import type { Talk } from './talk.ts';
import { useTalkState } from './talks.ts';

/** Which collections and documents a question may be answered from. */
export const ScopePicker = memo(function ScopePicker({ talk }: { readonly talk: Talk }) {
  const { scope, conversationId } = useTalkState(talk);
  const navigate = useNavigate();
  const choose = (next: Scope) => {
    talk.update({ scope: next });
    // An address that names another scope would bring it back.
    if (!conversationId && location.search !== '')
      void navigate({ to: '/', search: {}, replace: true });
  };
  return <ScopeButton scope={scope} onChange={choose} />;
});
