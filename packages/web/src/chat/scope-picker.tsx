import { ScopeButton } from '../library/scope-button.tsx';
import type { Talk } from './talk.ts';
import { useTalkState } from './talks.ts';

/** Which collections a question may be answered from. */
export function ScopePicker({ talk }: { readonly talk: Talk }) {
  const { collectionIds } = useTalkState(talk);
  return (
    <ScopeButton
      chosen={collectionIds}
      onChange={(chosen) => talk.update({ collectionIds: chosen })}
    />
  );
}
