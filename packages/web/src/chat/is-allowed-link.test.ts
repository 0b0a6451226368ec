import { describe, expect, it } from '@jest/globals';
import { isAllowedLink } from './is-allowed-link.ts';

describe('an address in an answer', () => {
  const citations = [{ url: 'https://wiki.example/pumps' }, { url: null }];

  it('is followed to a cited source and to the registers of research', () => {
    expect(isAllowedLink('https://wiki.example/pumps', citations)).toBe(true);
    expect(isAllowedLink('https://pubmed.ncbi.nlm.nih.gov/123/', [])).toBe(true);
    expect(isAllowedLink('https://clinicaltrials.gov/study/NCT00000001', [])).toBe(true);
  });

  it('is not followed elsewhere', () => {
    expect(isAllowedLink('https://wiki.example/pumps?told=secret', citations)).toBe(false);
    expect(isAllowedLink('https://pubmed.ncbi.nlm.nih.gov.evil.example/', [])).toBe(false);
    expect(isAllowedLink('https://pubmed.ncbi.nlm.nih.gov@evil.example/', [])).toBe(false);
    expect(isAllowedLink('mailto:somebody@example.org', citations)).toBe(false);
    expect(isAllowedLink('', [{ url: '' }])).toBe(false);
    expect(isAllowedLink('javascript:alert(1)', [{ url: 'javascript:alert(1)' }])).toBe(false);
  });
});
