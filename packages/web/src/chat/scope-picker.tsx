import { memo } from 'react';
import { ScopeButton } from '../library/scope-button.tsx';
import type { Talk } from './talk.ts';
import { useTalkState } from './talks.ts';

/** Which collections and documents a question may be answered from. */
export const ScopePicker = memo(function ScopePicker({ talk }: { readonly talk: Talk }) {
  const { scope } = useTalkState(talk);
  return <ScopeButton scope={scope} onChange={(next) => talk.update({ scope: next })} />;
});
