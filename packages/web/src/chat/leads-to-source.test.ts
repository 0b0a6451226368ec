import { describe, expect, it } from '@jest/globals';
import { leadsToSource } from './leads-to-source.ts';

describe('an address in an answer', () => {
  const citations = [{ url: 'https://wiki.example/pumps' }, { url: null }];

  it('is followed to a cited source and to the registers of research', () => {
    expect(leadsToSource('https://wiki.example/pumps', citations)).toBe(true);
    expect(leadsToSource('https://pubmed.ncbi.nlm.nih.gov/123/', [])).toBe(true);
    expect(leadsToSource('https://clinicaltrials.gov/study/NCT00000001', [])).toBe(true);
  });

  it('is not followed elsewhere', () => {
    expect(leadsToSource('https://wiki.example/pumps?told=secret', citations)).toBe(false);
    expect(leadsToSource('https://pubmed.ncbi.nlm.nih.gov.evil.example/', [])).toBe(false);
    expect(leadsToSource('https://pubmed.ncbi.nlm.nih.gov@evil.example/', [])).toBe(false);
    expect(leadsToSource('mailto:somebody@example.org', citations)).toBe(false);
    expect(leadsToSource('', [{ url: '' }])).toBe(false);
    expect(leadsToSource('javascript:alert(1)', [{ url: 'javascript:alert(1)' }])).toBe(false);
  });
});
