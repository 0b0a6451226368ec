import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CitedWords } from '../citations/citation-chip.tsx';
import { isAllowedLink } from './is-allowed-link.ts';

export interface AnswerLinkProps {
  readonly address: string;
  readonly citations: readonly CitedWords[];
  readonly children: ReactNode;
}

/** Renders an allowed link. Any other link becomes its text with the full address. */
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
