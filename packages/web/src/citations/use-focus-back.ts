import { type RefObject, useLayoutEffect, useRef } from 'react';

/** What had the focus when a part of the page came has it again when that part goes with the focus in it. */
export function useFocusBack(): RefObject<HTMLDivElement | null> {
  const part = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = part.current;
    const before = document.activeElement;
    return () => {
      const isInPart = element?.contains(document.activeElement) ?? false;
      if (isInPart && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return part;
}
