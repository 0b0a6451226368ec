import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { readStored, writeStored } from '../lib/stored.ts';

const storageKey = 'lectern.contrast';

interface ContrastChoice {
  readonly isHigh: boolean;
  readonly setHigh: (isHigh: boolean) => void;
}

const ContrastContext = createContext<ContrastChoice>({ isHigh: false, setHigh: () => {} });

/** Applies high contrast as chosen here or by the system. */
export function ContrastProvider({ children }: { readonly children: ReactNode }) {
  const [isHigh, setIsHigh] = useState(() => {
    const stored = readStored(storageKey);
    return stored ? stored === 'high' : matchMedia('(prefers-contrast: more)').matches;
  });
  useEffect(() => {
    document.documentElement.dataset.contrast = isHigh ? 'high' : 'normal';
  }, [isHigh]);
  const choice = useMemo<ContrastChoice>(
    () => ({
      isHigh,
      setHigh: (next) => {
        writeStored(storageKey, next ? 'high' : 'normal');
        setIsHigh(next);
      },
    }),
    [isHigh],
  );
  return <ContrastContext value={choice}>{children}</ContrastContext>;
}

export function useContrast(): ContrastChoice {
  return useContext(ContrastContext);
}
