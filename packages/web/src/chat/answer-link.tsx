import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CitedWords } from '../citations/citation-chip.tsx';
import { isAllowedLink } from './is-allowed-link.ts';

export interface AnswerLinkProps {
  readonly address: string;
  readonly citations: readonly CitedWords[];
  readonly children: ReactNode;
}

/** A link where it leads to a source; else its words with the address in full, not to be followed. */
export function AnswerLink({ address, citations, children }: AnswerLinkProps) {
  if (isAllowedLink(address, citations)) {
    return (
      <Anchor href={address} target="_blank" rel="noreferrer" underline="always">
        {children}
      </Anchor>
    );
  }
  const isShown = typeof children === 'string' && address.endsWith(children);
  return isShown || address === '' ? children : [children, ` (${address})`];
}
