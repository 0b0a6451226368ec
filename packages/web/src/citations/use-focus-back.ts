import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Returns the focus to its earlier element when the element with this ref is removed with the focus
 * inside.
 */
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
