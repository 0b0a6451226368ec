import { type RefObject, useEffect } from 'react';

/**
 * Colours the code in an element, and again whenever `drawn` changes. The element keeps its nodes,
 * so marks and text selections stay. Unknown languages stay plain.
 */
export function useColouredCode(
  element: RefObject<HTMLElement | null>,
  language: string,
  drawn: string,
): void {
  useEffect(() => {
    if (language === '' || !('highlights' in CSS)) return undefined;
    let isGone = false;
    let remove: (() => void) | undefined;
    void import('./colour-code.ts')
      .then(({ colourCode }) => {
        if (!isGone && element.current) remove = colourCode(element.current, language);
      })
      // Code stays plain where its colours can't be loaded.
      .catch(() => undefined);
    return () => {
      isGone = true;
      remove?.();
    };
  }, [element, language, drawn]);
}
